// A shell's name → the script that makes it complete ward and wardctl, each answer one start of wardctl.

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const HEAD = "made by `wardctl completions";

const BASH = `# ${HEAD} bash\`: put it into ~/.local/share/bash-completion/completions/ward, or source it
_ward_complete() {
    local i part word rest=\${COMP_LINE#*"\${COMP_WORDS[0]}"} last='' words=()
    COMPREPLY=()
    # Bash parts words at colons and equals signs too; what no blank parts is one word of ward's.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        part=\${COMP_WORDS[i]}
        if [[ \${#words[@]} -eq 0 || $rest == [[:blank:]]* ]]; then
            words+=("$part")
            last=''
        else
            last=\${words[\${#words[@]}-1]}
            words[\${#words[@]}-1]+=$part
        fi
        rest=\${rest#*"$part"}
    done
    while IFS=$'\\t' read -r word _; do
        COMPREPLY+=("$(printf '%q' "\${word#"$last"}")")
    done < <(wardctl __complete "\${COMP_WORDS[0]##*/}" -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _ward_complete ward wardctl
`;

const ZSH = `#compdef ward wardctl
# ${HEAD} zsh\`: put it into a directory of $fpath as _ward, or source it behind compinit
_ward() {
    local line word
    local -a lines described
    lines=("\${(@f)$(wardctl __complete "\${words[1]:t}" -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in $lines; do
        word=\${line%%$'\\t'*}
        word=\${\${word//\\\\/\\\\\\\\}//:/\\\\:}
        if [[ $line == *$'\\t'* ]]; then
            described+=("$word:\${line#*$'\\t'}")
        elif [[ -n $line ]]; then
            described+=("$word")
        fi
    done
    if (( $#described )); then
        _describe 'word' described
    else
        _files
    fi
}
if [[ $funcstack[1] == _ward ]]; then
    _ward "$@"
else
    compdef _ward ward wardctl
fi
`;

const FISH = `# ${HEAD} fish\`: put it into ~/.config/fish/completions/ward.fish, or source it
function __ward_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (wardctl __complete (string replace -r '.*/' '' -- $words[1]) -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c ward -f -a '(__ward_complete)'
complete -c wardctl -f -a '(__ward_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** @returns the script, with a final newline */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
