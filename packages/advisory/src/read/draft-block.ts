import type { AdvisoryDocument, BlockType, Cap, Span } from '../model.js';

/** A block before it has its place in the canonical text: spans are relative to its own text. */
export interface DraftBlock {
  readonly type: BlockType;
  readonly text: string;
  /** 1–6, for headings. */
  readonly level?: number;
  readonly code?: readonly Span[];
  readonly links?: readonly (Span & { readonly href: string })[];
}

/** What a reader of one format gives: blocks in order, and what the document says of itself. */
export interface DraftDocument {
  readonly blocks: readonly DraftBlock[];
  readonly title?: string;
  readonly publishedAt?: string;
  readonly publisherHosts?: readonly string[];
  readonly format?: AdvisoryDocument['format'];
  /** What was cut at a bound. */
  readonly caps?: readonly Cap[];
}
