import { decodeText } from '../charset.js';
import type { DraftDocument } from '../draft-block.js';
import { type RtfToken, rtfTokens } from './rtf-tokens.js';
import { isMonospace } from './word-styles.js';
import { WrittenBlocks } from './written-blocks.js';

/** Groups that hold no text of the document. */
const NO_TEXT = new Set(
  'fonttbl colortbl stylesheet info pict object fldinst themedata datastore generator listtable listoverridetable rsidtbl xmlnstbl'.split(
    ' ',
  ),
);
const SIGNS: Readonly<Record<string, string>> = {
  '~': ' ',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};

interface Group {
  /** No text of the document: a table of fonts, a picture, hidden text. */
  readonly isHidden: boolean;
  readonly font: number;
  /** How many signs after a `\u` repeat it for older programs. */
  readonly fallback: number;
  /** The table of fonts, in whose groups faces are named. */
  readonly isFonts: boolean;
  /** Markup of a mail's HTML that was wrapped in RTF. */
  readonly isTag: boolean;
  /** Formatting that only stands for that markup. */
  readonly isDouble: boolean;
}

/** Whether a text is RTF. */
export const isRtf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1') === '{\\rtf';

/** A document in RTF: its paragraphs, listings and tables; or the HTML that a mail program wrapped in it. */
export function readRtf(bytes: Uint8Array): { readonly html: string } | DraftDocument {
  const reader = new RtfReader();
  for (const token of rtfTokens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))) {
    reader.take(token);
  }
  return reader.finish();
}

class RtfReader {
  readonly #out = new WrittenBlocks();
  readonly #typewriters = new Set<number>();
  readonly #groups: Group[] = [];
  #group: Group = { isHidden: false, font: 0, fallback: 1, isFonts: false, isTag: false, isDouble: false };
  #codePage = 'windows-1252';
  #bytes = '';
  #text: string[] = [];
  #typewritten = 0;
  #length = 0;
  #skip = 0;
  #cells: string[] = [];
  #level: number | undefined;
  #isListed = false;
  #isInTable = false;
  #isHtml = false;
  #opens = false;

  take(token: RtfToken): void {
    if (token.kind === 'text') this.#write(token.text);
    else if (token.kind === 'word') this.#word(token.word, token.value);
    else if (token.kind === 'open') this.#groups.push(this.#group);
    else this.#group = this.#groups.pop() ?? this.#group;
    this.#opens = token.kind === 'open' || (this.#opens && token.kind === 'word' && token.word === '*');
  }

  finish(): { readonly html: string } | DraftDocument {
    this.#flush();
    if (this.#isHtml) return { html: this.#text.join('') };
    this.#paragraph();
    this.#out.endListing();
    return { blocks: this.#out.blocks };
  }

  #set(change: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...change };
  }

  #write(text: string): void {
    const skipped = Math.min(this.#skip, text.length);
    this.#skip -= skipped;
    const shown = text.slice(skipped);
    const { font, isDouble, isFonts, isHidden, isTag } = this.#group;
    if (isFonts && isMonospace(shown)) this.#typewriters.add(font);
    if (isHidden && !isTag) return;
    if (!isDouble || isTag) this.#bytes += shown;
  }

  /** Bytes are decoded together: signs of some code pages are two. */
  #flush(): void {
    if (this.#bytes === '') return;
    this.#add(decodeText(Buffer.from(this.#bytes, 'latin1'), `text/plain; charset=${this.#codePage}`));
    this.#bytes = '';
  }

  #add(text: string): void {
    this.#text.push(text);
    this.#length += text.length;
    if (this.#typewriters.has(this.#group.font)) this.#typewritten += text.length;
  }

  #word(word: string, value: number | undefined): void {
    if (this.#opens && NO_TEXT.has(word)) this.#set({ isHidden: true, isFonts: word === 'fonttbl' });
    else if (word === '*') this.#set({ isHidden: true });
    else if (word === 'htmltag') this.#set({ isTag: true });
    else if (word === 'htmlrtf') this.#set({ isDouble: value !== 0 });
    else if (word === 'fromhtml') this.#isHtml = value !== 0;
    else if (word === 'v') this.#set({ isHidden: value !== 0 });
    else if (word === 'f') this.#set({ font: value ?? 0 });
    else if (word === 'uc') this.#set({ fallback: value ?? 1 });
    else if (word === 'ansicpg') this.#codePage = `windows-${value ?? 1252}`;
    else if (word === 'u') this.#unicode(value ?? 63);
    else if (!this.#group.isHidden || this.#group.isTag) this.#shown(word, value);
  }

  #unicode(value: number): void {
    this.#flush();
    const { fallback, isDouble, isHidden, isTag } = this.#group;
    if (isTag || !(isHidden || isDouble)) this.#add(String.fromCharCode(value & 0xffff));
    this.#skip = fallback;
  }

  #shown(word: string, value: number | undefined): void {
    if (this.#group.isDouble && !this.#group.isTag) return;
    const sign = SIGNS[word];
    if (sign !== undefined || (this.#isHtml && word === 'par')) {
      this.#flush();
      this.#add(sign ?? '\n');
    } else if (word === 'par' || word === 'sect' || word === 'page') this.#paragraph();
    else if (word === 'cell') this.#cells.push(this.#taken());
    else if (word === 'row') {
      this.#out.row(this.#cells);
      this.#cells = [];
    } else if (word === 'pard') {
      this.#level = undefined;
      this.#isListed = false;
      this.#isInTable = false;
    } else if (word === 'outlinelevel') this.#level = Math.min(6, (value ?? 0) + 1);
    else if (word === 'ls') this.#isListed = true;
    else if (word === 'intbl') this.#isInTable = true;
  }

  #taken(): string {
    this.#flush();
    const text = this.#text.join('');
    this.#text = [];
    return text;
  }

  #paragraph(): void {
    if (this.#isHtml) return;
    // A paragraph of a cell ends with the cell.
    if (this.#isInTable) {
      this.#flush();
      this.#add(' ');
      return;
    }
    const isTypewritten = this.#typewritten > this.#length * 0.8;
    const level = this.#level === undefined ? {} : { level: this.#level };
    this.#out.paragraph(this.#taken(), { ...level, ...(this.#isListed ? { is: 'list-item' } : {}) }, isTypewritten);
    this.#typewritten = 0;
    this.#length = 0;
  }
}
