// A data file's KDL text → its document, and a function that throws with a node's place: `file:line:column: what is wrong`.
import { getLocation, InvalidKdlError, parse } from "@bgotink/kdl";

/**
 * @param text of the file
 * @param shownAs the name that messages begin with
 * @returns the document, and `fail(node, problem)`
 * @throws Error for a text that is no KDL, at its first mistake
 */
export function parseData(text, shownAs) {
  const fail = (node, problem) => {
    const { line, column } = getLocation(node)?.start ?? node.start ?? { line: 1, column: 1 };
    throw new Error(`${shownAs}:${line}:${column}: ${problem}`);
  };
  try {
    return { document: parse(text, { storeLocations: true }), fail };
  } catch (error) {
    if (error instanceof InvalidKdlError) fail([...error.flat()][0], error.message);
    throw error;
  }
}
