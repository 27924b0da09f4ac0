// The nouns of a KDL document as ward reads it: nodes and arguments with both ends of their spans.

import type { Span } from "../model/diagnostic.ts";

export interface KdlArgument {
  readonly value: string | number | boolean | null;
  /** Written without quotes. */
  readonly isBare: boolean;
  readonly span: Span;
}

export interface KdlProperty {
  readonly name: string;
  readonly span: Span;
}

export interface KdlNode {
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly KdlArgument[];
  readonly properties: readonly KdlProperty[];
  /** Null where the node has no block. */
  readonly children: readonly KdlNode[] | null;
  /** From the name to the last argument, without the block. */
  readonly span: Span;
}
