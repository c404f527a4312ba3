import { strFromU8, unzipSync } from 'fflate';
import { isNumber } from '../../text/shape.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';
import { isMonospace, styleOf, type WordStyle, wordStyles } from './word-styles.js';
import { WrittenBlocks } from './written-blocks.js';
import { readXml } from './xml.js';

/** Whether a file of the archive is one of a kind: `word/header2.xml`. */
function isOf(kind: string, name: string): boolean {
  const start = `word/${kind}`;
  const number = name.slice(start.length, -'.xml'.length);
  return name.startsWith(start) && name.endsWith('.xml') && number.length <= 3 && (number === '' || isNumber(number));
}

const isBody = (name: string): boolean => isOf('document', name);
const isMargin = (name: string): boolean => isOf('header', name) || isOf('footer', name);
const OTHERS = new Set(['word/styles.xml', 'word/footnotes.xml', 'docProps/core.xml']);

/**
 * Reads a Word document: paragraphs, lists and listings as blocks, rows of tables with their cells, footnotes last. Deleted and hidden text
 * is left out. Undefined where the archive holds no such document.
 *
 * @throws AdvisoryError `TooLarge` for one that unpacks to more than is read, `Unreadable` for a damaged one
 */
export function readDocx(bytes: Uint8Array, reading: Reading): DraftDocument | undefined {
  const parts = unpack(bytes, reading);
  const body = [...parts].find(([name]) => isBody(name))?.[1];
  if (body === undefined) return undefined;
  const styles = wordStyles(parts.get('word/styles.xml') ?? '', reading);
  const out = new WrittenBlocks();
  for (const part of [body, parts.get('word/footnotes.xml') ?? '']) writePart(part, styles, out, reading);
  const margins = [...parts].flatMap(([name, part]) => (isMargin(name) ? linesOf(part, styles, reading) : []));
  return {
    blocks: out.blocks,
    margins,
    pictures: out.pictures,
    ...properties(parts.get('docProps/core.xml') ?? '', reading),
  };
}

function unpack(bytes: Uint8Array, reading: Reading): ReadonlyMap<string, string> {
  try {
    // An entry is unpacked to the size that it declares and no further, so the declared sizes bound all.
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isRead = isBody(name) || isMargin(name) || OTHERS.has(name);
        if (isRead) reading.take('unpackedBytes', originalSize);
        return isRead;
      },
    });
    return new Map(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]));
  } catch (error) {
    if (error instanceof AdvisoryError) throw error;
    // An archive that holds no document is refused as what it is.
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('word/document')) return new Map();
    throw new AdvisoryError('Unreadable', 'The Word document is damaged or encrypted and cannot be read.');
  }
}

interface Paragraph {
  text: string;
  typewritten: number;
  style: WordStyle;
}

/** Elements whose text does not show: deleted, moved away, codes of fields, and the second form of what older programs cannot draw. */
const HIDDEN = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText']);

const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false';

/** Walks one part. Text boxes stand inside of paragraphs and hold paragraphs, so these are a stack. */
class PartWriter {
  readonly #open: Paragraph[] = [];
  #row: string[] = [];
  #tables = 0;
  #hidden = 0;
  #run = { depth: 0, isHidden: false, isTypewritten: false };
  #isText = false;

  constructor(
    readonly styles: ReadonlyMap<string, WordStyle>,
    readonly out: WrittenBlocks,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (HIDDEN.has(name)) this.#hidden += 1;
    else if (name === 'w:p') this.#open.push({ text: '', typewritten: 0, style: {} });
    else if (name === 'w:tbl') this.#tables += 1;
    else if (name === 'w:tr' && this.#tables === 1) this.#row = [];
    else if (name === 'w:tc' && this.#tables === 1) this.#row.push('');
    else if (name === 'w:r') this.#run = { depth: 1, isHidden: false, isTypewritten: false };
    else if (name === 'w:drawing' || name === 'w:pict') this.out.pictures += 1;
    else if (name === 'w:t') this.#isText = true;
    else if (this.#run.depth > 0) this.#inRun(name, attributes);
    else this.#ofParagraph(name, attributes['w:val'] ?? '');
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden -= 1;
    else if (name === 'w:p') this.#endParagraph();
    else if (name === 'w:tbl') this.#tables -= 1;
    else if (name === 'w:tr' && this.#tables === 1) this.out.row(this.#row);
    else if (name === 'w:r') this.#run.depth = 0;
    else if (name === 'w:t') this.#isText = false;
  }

  text(text: string): void {
    if (this.#isText) this.#add(text);
  }

  #inRun(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'w:vanish') this.#run.isHidden = isOn(attributes['w:val']);
    else if (name === 'w:rFonts') this.#run.isTypewritten = isMonospace(attributes['w:ascii'] ?? '');
    else if (name === 'w:tab') this.#add('\t');
    else if (name === 'w:br' || name === 'w:cr') this.#add('\n');
    else if (name === 'w:noBreakHyphen') this.#add('-');
  }

  #ofParagraph(name: string, value: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    if (name === 'w:pStyle') paragraph.style = this.styles.get(value) ?? styleOf(value);
    else if (name === 'w:numPr' && paragraph.style.level === undefined) paragraph.style = { is: 'list-item' };
  }

  #add(text: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined || this.#hidden > 0 || this.#run.isHidden) return;
    paragraph.text += text;
    if (this.#run.isTypewritten) paragraph.typewritten += text.length;
  }

  #endParagraph(): void {
    const paragraph = this.#open.pop();
    if (paragraph === undefined) return;
    const { style, text, typewritten } = paragraph;
    if (this.#row.length > 0 && this.#tables > 0) this.#row.push(`${this.#row.pop() ?? ''} ${text}`);
    else this.out.paragraph(text, style, typewritten > text.length * 0.8);
  }
}

function writePart(source: string, styles: ReadonlyMap<string, WordStyle>, out: WrittenBlocks, reading: Reading): void {
  const writer = new PartWriter(styles, out);
  readXml(source, reading, {
    open: (name, attributes) => writer.open(name, attributes),
    close: (name) => writer.close(name),
    text: (text) => writer.text(text),
  });
  out.endListing();
}

function linesOf(source: string, styles: ReadonlyMap<string, WordStyle>, reading: Reading): readonly string[] {
  const out = new WrittenBlocks();
  writePart(source, styles, out, reading);
  return out.blocks.map(({ text }) => text);
}

/** Title and date of the document's properties. Programs fill in the file's name as a title, or nothing. */
function properties(source: string, reading: Reading): { title?: string; publishedAt?: string } {
  const found = new Map<string, string>();
  let open = '';
  readXml(source, reading, {
    open: (name) => {
      open = name;
    },
    text: (text) => found.set(open, (found.get(open) ?? '') + text),
  });
  const title = found.get('dc:title')?.trim() ?? '';
  const publishedAt = isoDate(found.get('dcterms:created') ?? '');
  return { ...(title.includes(' ') ? { title } : {}), ...(publishedAt === undefined ? {} : { publishedAt }) };
}
