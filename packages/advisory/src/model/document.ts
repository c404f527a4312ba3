import type { PlatformId } from '@tripline/sigma';
import type { Tlp } from './handling.js';

/** A part of the canonical text: UTF-16 code units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The type of a block. A table row is one block, its cells separated by ` | `; a code block keeps its lines. */
export type BlockType = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'caption' | 'quote';

/**
 * What a block is about. `narrative` says what the actor did; `remediation`, `detection` (recommended hunting and rules), `references` and
 * `indicators` (tables and lists of them) are read differently.
 */
export type BlockRole = 'narrative' | 'remediation' | 'detection' | 'references' | 'indicators';

/** One block, its place in the canonical text, and its headings (outermost first). */
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

/** The formats that `read` knows. The content decides, not the name. */
export type DocumentFormat =
  | 'html'
  | 'pdf'
  | 'text'
  | 'markdown'
  | 'stix'
  | 'misp'
  | 'csaf'
  | 'docx'
  | 'rtf'
  | 'eml'
  | 'msg'
  | 'sigma'
  | 'yara'
  | 'csv'
  | 'openioc';

/** An advisory after reading. All spans are offsets into `text`, the canonical text. Blocks are in order and do not overlap. */
export interface AdvisoryDocument {
  readonly format: DocumentFormat;
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** ISO 8601 date or instant, where the document says when it was published. */
  readonly publishedAt?: string;
  readonly url?: string;
  /** The strictest mark of the Traffic Light Protocol that it has, or that was given with it. */
  readonly tlp?: Tlp;
  /** The language of its sentences, ISO 639-1, where there are enough sentences to decide. */
  readonly language?: string;
  /** Bounds that were reached while reading it. */
  readonly caps?: readonly Cap[];
  /** How many pictures it shows, where they are counted: what is written in them is not read. */
  readonly pictures?: number;
  /** What was attached to it and could not be read, each with the reason. */
  readonly unread?: readonly string[];
  /** Hosts of the publisher (of the page, its canonical link, its feeds), which are never indicators. */
  readonly publisherHosts: readonly string[];
}

/** What is known of a document besides its bytes. */
export interface ReadOptions {
  /** The media type the sender or server claimed; a hint only. */
  readonly contentType?: string;
  readonly url?: string;
  readonly title?: string;
  /** A mark that the sender knows of; the document's own counts where it is stricter. */
  readonly tlp?: Tlp;
}

/** A bound that was reached: there were `of` items (`what` names them), and only the first `bound` were taken. */
export interface Cap {
  readonly what: string;
  readonly bound: number;
  readonly of: number;
  /** Where a rule's values were cut: the rule's key and platform. */
  readonly rule?: string;
  readonly platform?: PlatformId;
}
