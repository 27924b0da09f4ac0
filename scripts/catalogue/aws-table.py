# Prints the argument tables that the AWS CLI builds for itself, as JSON: globals, and every operation of the services named.
import json
import sys

from awscli.clidriver import create_clidriver


def flags_of(table):
    flags = []
    for name in table:
        argument = table[name]
        if getattr(argument, "positional_arg", False):
            continue
        kind = getattr(argument, "cli_type_name", None) or "string"
        action = getattr(argument, "_action", None)
        if name == "version":
            action = "version"
        takes_none = kind == "boolean" or action in ("store_true", "store_false", "version")
        listed = getattr(argument, "nargs", None) in ("*", "+", "?") or kind == "list"
        arity = "none" if takes_none else "unknown" if listed else "required"
        flags.append({"names": ["--" + argument.cli_name.lstrip("-")], "arity": arity})
    return flags


def walk(command, words):
    found = []
    table = command.subcommand_table if hasattr(command, "subcommand_table") else {}
    if not table and hasattr(command, "_get_command_table"):
        table = command._get_command_table()
    arguments = getattr(command, "arg_table", {}) or {}
    found.append({"name": " ".join(words), "flags": flags_of(arguments)})
    for name in table:
        if name != "help":
            found.extend(walk(table[name], words + [name]))
    return found


driver = create_clidriver()
commands = driver._get_command_table() if hasattr(driver, "_get_command_table") else driver.subcommand_table
told = {
    "globals": flags_of(driver._get_argument_table() if hasattr(driver, "_get_argument_table") else driver.arg_table),
    "commands": sum((walk(commands[name], [name]) for name in sys.argv[1:]), []),
    "services": [name for name in commands if name != "help"],
}
print(json.dumps(told))
