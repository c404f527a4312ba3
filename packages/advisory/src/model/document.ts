import type { PlatformId } from '@tripline/sigma';

/** A stretch of the canonical text: UTF-16 code units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a block of an advisory is. A table row is one block, its cells separated by ` | `; a code block keeps its lines. */
export type BlockType = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'caption' | 'quote';

/**
 * What a block is about: `narrative` tells what the actor did; `remediation`, `detection` (recommended hunting and rules), `references` and
 * `indicators` (tables and lists of them) are read differently.
 */
export type BlockRole = 'narrative' | 'remediation' | 'detection' | 'references' | 'indicators';

/** One block, its place in the canonical text, and the headings it stands under (outermost first). */
export interface Block extends Span {
  readonly type: BlockType;
  readonly role: BlockRole;
  readonly headings: readonly string[];
  /** 1–6 for headings. */
  readonly level?: number;
  /** Inline code within the block. */
  readonly code?: readonly Span[];
  /** Links within the block; `href` is absolute where the document's address is known. */
  readonly links?: readonly (Span & { readonly href: string })[];
}

/** The formats `read` knows, decided by content rather than by name. */
export type DocumentFormat = 'html' | 'pdf' | 'text' | 'markdown' | 'stix' | 'misp' | 'csaf';

/** A read advisory. `text` is the canonical text all spans point into; blocks are in order and do not overlap. */
export interface AdvisoryDocument {
  readonly format: DocumentFormat;
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** ISO 8601 date or instant, where the document says when it was published. */
  readonly publishedAt?: string;
  readonly url?: string;
  /** The language of its sentences, ISO 639-1, where there are enough to tell. */
  readonly language?: string;
  /** What was cut at a bound in reading it. */
  readonly caps?: readonly Cap[];
  /** Hosts of the publisher (of the page, its canonical link, its feeds): never indicators. */
  readonly publisherHosts: readonly string[];
}

/** What is known of the bytes beside themselves. */
export interface ReadOptions {
  /** The media type the sender or server claimed; a hint only. */
  readonly contentType?: string;
  readonly url?: string;
  readonly title?: string;
}

/** A bound that was reached: of so many items (`what` names them) only the first `bound` were taken. */
export interface Cap {
  readonly what: string;
  readonly bound: number;
  readonly of: number;
  /** Where a rule's values were cut: the rule's key and platform. */
  readonly rule?: string;
  readonly platform?: PlatformId;
}
