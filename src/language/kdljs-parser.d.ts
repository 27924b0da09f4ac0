// What kdl.ts uses of kdljs 0.3.0 and of chevrotain under it; kdljs ships no types for its parser module.
declare module "kdljs/src/parser/kdl.js" {
  export interface Token {
    readonly image: string;
    readonly startOffset: number;
    readonly endOffset: number;
    readonly tokenType: { readonly name: string };
  }
  export interface Rule {
    coreRule: (this: KdlParser, ...args: unknown[]) => unknown;
  }
  export interface ParserError extends Error {
    readonly token?: Token;
  }
  export interface KdlParser {
    input: Token[];
    readonly errors: readonly ParserError[];
    /** Which of a rule's calls in the grammar text is under way. */
    readonly subruleIdx: number;
    LA(distance: number): Token;
    isBackTracking(): boolean;
    document(): unknown;
    readonly node: Rule;
    readonly property: Rule;
    readonly argument: Rule;
    readonly nodeChildren: Rule;
    readonly unicodeEscape: Rule;
  }
  export const lexer: {
    tokenize(text: string): { tokens: Token[]; errors: { offset: number; length: number }[] };
  };
  export const parser: KdlParser;
}
