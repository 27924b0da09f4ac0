// Turns generated facts into the KDL text of a catalogue file, the same text for the same facts.

const plain = /^[a-z][a-z0-9-]*$/;
const word = (text) =>
  plain.test(text) && !["true", "false", "null", "inf", "nan"].includes(text) ? text : quoted(text);
const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/**
 * `facts`: { bin, style, source, head?: string[], globals?: { onlyFirst, flags }, sets?: {name: {source, flags}}, subcommands: [{ name, source?, … , also, uses, flags }] }.
 * A flag: { names, arity?, text?, no? }. Subcommands are sorted by name, flags stay in the tool's own order.
 */
export function writeCatalogue(facts) {
  const lines = [
    facts.comment ??
      `// ${facts.bin}, as the tool itself prints it: made by \`npm run catalogue\`; hand-written facts stand in ${facts.bin}.hand.kdl.`,
    `binary ${word(facts.bin)}${properties({ style: facts.style, source: facts.source, ...facts.properties })}`,
  ];
  if (facts.also?.length > 0) lines.push(`also ${facts.also.map(word).join(" ")}`);
  if (facts.globals)
    lines.push(
      `globals${properties({ "only-first": facts.globals.onlyFirst, source: facts.globals.source })} {`,
      ...facts.globals.flags.map(flagLine),
      "}",
    );
  for (const [name, set] of Object.entries(facts.sets ?? {}))
    lines.push(
      `flags ${word(name)}${properties({ source: set.source })} {`,
      ...set.flags.map(flagLine),
      "}",
    );
  const order = [...facts.subcommands].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const subcommand of order) lines.push(...subcommandLines(subcommand));
  return `${lines.join("\n")}\n`;
}

function subcommandLines({ name, also = [], uses = [], flags = [], ...rest }) {
  const head = name === "" ? "itself" : `subcommand ${word(name)}`;
  const body = [
    ...(also.length > 0 ? [`    also ${also.map(word).join(" ")}`] : []),
    ...(uses.length > 0 ? [`    use ${uses.map(word).join(" ")}`] : []),
    ...flags.map(flagLine),
  ];
  if (body.length === 0) return [`${head}${properties(rest)}`];
  return [`${head}${properties(rest)} {`, ...body, "}"];
}

function flagLine({ names, arity, text, no, swallows, dashless, same }) {
  const shown = { arity: arity === "none" ? undefined : arity, text, no, swallows, dashless, same };
  return `    flag ${names.map(quoted).join(" ")}${properties(shown)}`;
}

function properties(record) {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(
      ([key, value]) =>
        ` ${key}=${value === true ? "#true" : typeof value === "number" ? value : word(value)}`,
    )
    .join("");
}
