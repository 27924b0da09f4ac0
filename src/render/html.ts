// Turns text into text that is nothing but text in HTML, and parts of a page into one.
import { printable } from "./printable.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** @param text foreign; what moves or hides text is shown as an escape */
export function htmlText(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/**
 * @param name of the element
 * @param attributes values are escaped
 * @param inner HTML
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner = "",
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${htmlText(String(value))}"`,
  );
  return `<${name}${given.join("")}>${inner}</${name}>`;
}
