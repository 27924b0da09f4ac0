// A number of leaves → Guardfiles that hold so many over several files, and calls to them, some granted and some not.

/**
 * @param {number} leaves how many grants there shall be in all
 * @param {number} files over how many files
 * @param {string} bin what each grant runs
 * @returns {{ name: string, text: string }[]}
 */
export function policies(leaves, files, bin) {
  const each = leaves / files;
  return Array.from({ length: files }, (_, file) => {
    const grants = Array.from({ length: each }, (_, leaf) => grant(leaf));
    const text = `wrap ward tool${file} {\n    exec "${bin}"\n${grants.join("\n")}\n}\n`;
    return { name: `tool${file}.kdl`, text };
  });
}

/** Four kinds of grants take turns, so that no single rule is what is measured. */
function grant(leaf) {
  const rules = [
    'deny-flag "--force" "-f"',
    'allow-flag "--verbose" "-v" "--name"; value-flag "--name"',
    'deny-when any-arg matches "*prod*"',
    'deny-flag "--output"',
  ];
  const rule = rules[leaf % 4];
  return `    can run "area${leaf % 10} verb${leaf}" { ${rule} }`;
}

/**
 * @param {number} leaves as given to `policies`
 * @param {number} files as given to `policies`
 * @param {number} count how many calls
 * @returns {string[][]} half of them granted; the rest meet a rule, or no leaf at all
 */
export function calls(leaves, files, count) {
  const each = leaves / files;
  const tails = [["a", "b c"], ["--verbose", "--name=x", "a"], ["--force"], ["web-prod"]];
  return Array.from({ length: count }, (_, index) => {
    const leaf = (index * 7919) % each;
    const missing = index % 8 === 7 ? "x" : "";
    const words = ["ward", `tool${index % files}`, `area${leaf % 10}`, `verb${leaf}${missing}`];
    return [...words, ...tails[Math.floor(index / 3) % tails.length]];
  });
}
