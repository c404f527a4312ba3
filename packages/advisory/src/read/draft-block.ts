import type { AdvisoryDocument, BlockType, Cap, Span } from '../model.js';

/** A block before it has a place in the canonical text; its spans are offsets in its own text. */
export interface DraftBlock {
  readonly type: BlockType;
  readonly text: string;
  /** 1–6, for headings. */
  readonly level?: number;
  readonly code?: readonly Span[];
  readonly links?: readonly (Span & { readonly href: string })[];
}

/** The result of a format's reader: blocks in order, and the document's metadata. */
export interface DraftDocument {
  readonly blocks: readonly DraftBlock[];
  readonly title?: string;
  readonly publishedAt?: string;
  readonly publisherHosts?: readonly string[];
  readonly format?: AdvisoryDocument['format'];
  /** How many pictures it shows. */
  readonly pictures?: number;
  /** What was attached and could not be read, each with the reason. */
  readonly unread?: readonly string[];
  /** Lines around the text, as running headers: no blocks, but they may say how the document is to be handled. */
  readonly margins?: readonly string[];
  /** Bounds that were reached. */
  readonly caps?: readonly Cap[];
}
