import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument } from '../model.js';
import { onceEach } from '../once.js';
import { passageAt } from '../segment/passage.js';
import { HIVES } from '../segment/words.js';
import { isDigit, isHexDigit, isWordCharacter } from '../text/characters.js';
import { startsWithAny } from '../text/ends.js';
import { splitAtBlanks } from '../text/shape.js';
import { isAll, stretchesOf } from '../text/stretches.js';
import { type HashKind, isAlike, kindsNamedIn } from './named-kinds.js';

/** Digits of MD5, SHA-1, SHA-256 and SHA-512. */
const DIGITS: ReadonlySet<number> = new Set([32, 40, 64, 128]);
/** Longer lines tell something and belong to no record. */
const RECORD_WORDS_MAX = 12;
/** Characters before a hash in the line of a record. */
const LINE_MAX = 300;
const CAPTION_WORDS_MAX = 30;
/** Signs between things of which a caption's one kind of file is not that of all. */
const SEVERAL = new Set(['and', 'or', '&', '+', '/']);

/** Whether a word is the digits of a hash. */
export function isHash(word: string): boolean {
  return DIGITS.has(word.length) && isAll(word, isHexDigit);
}

/** Whether a text holds the digits of a hash. */
export function hasHash(text: string): boolean {
  return stretchesOf(text, isWordCharacter).some((word) => isHash(word.text));
}

const recordsOf = onceEach(new WeakMap<AdvisoryDocument, ReadonlyMap<number, HashKind>>(), readRecords);

/**
 * The kind of file that the lines around a hash's own line say: the name in a line of the same record ("File name: fen.dll" above, "Type: 32-bit
 * DLL" below), else the caption of its list ("Malicious documents:"). Undefined where they do not say it.
 */
export function kindOfRecord(doc: AdvisoryDocument, place: number): HashKind | undefined {
  const kinds = recordsOf(doc);
  const from = Math.max(0, place - LINE_MAX);
  const stop = doc.text.slice(from, place).lastIndexOf('\n');
  return stop < 0 && from > 0 ? undefined : kinds.get(from + stop + 1);
}

/** The lines with hashes by where they begin, with the kind that their records say. Reads the text once. */
function readRecords(doc: AdvisoryDocument): ReadonlyMap<number, HashKind> {
  const kinds = new Map<number, HashKind>();
  let list = new HashList(kinds);
  for (let start = 0; start < doc.text.length; ) {
    const stop = doc.text.indexOf('\n', start);
    const end = stop < 0 ? doc.text.length : stop;
    const line = doc.text.slice(start, end).trim();
    if (line !== '') {
      const isHeading = passageAt(doc, start)?.block.type === 'heading';
      if (hasHash(line)) list.addHashes(start, line);
      else if ((isHeading && !list.isAwaitingLine) || line.endsWith(':') || isTitleOfTable(line)) {
        if (!isOfColumns(line)) list = new HashList(kinds, captionKind(line));
      } else if (splitAtBlanks(line).length > RECORD_WORDS_MAX) list = new HashList(kinds);
      else list.addLine(line);
    }
    start = end + 1;
  }
  return kinds;
}

const emptyFile = (): { readonly starts: number[]; readonly lengths: Set<number>; kind?: HashKind | undefined } => ({
  starts: [],
  lengths: new Set(),
});

/** A list of hashes as its lines come: each record has its hashes before the lines that say what they are of, or behind them. */
class HashList {
  private isHashFirst: boolean | undefined;
  private told: HashKind | undefined;
  private hashes: number[] = [];
  private isOpen = false;
  private hadLines = false;
  private file = emptyFile();

  constructor(
    private readonly kinds: Map<number, HashKind>,
    private readonly caption?: HashKind,
  ) {}

  /** Whether hashes stand before their lines, and those of the last one are to come: a short one may look like a heading ("PDF decoy"). */
  get isAwaitingLine(): boolean {
    return this.isHashFirst === true && this.isOpen && this.hadLines;
  }

  addHashes(start: number, line: string): void {
    this.isHashFirst ??= true;
    // Behind the lines on the hashes before it, a hash of a list that begins with hashes is of the next file.
    if (this.isHashFirst && !this.isOpen) this.hashes = [];
    this.isOpen = true;
    this.hashes.push(start);
    this.set(start, this.isHashFirst ? this.caption : (this.told ?? this.caption));
    this.addToFile(start, line);
  }

  /** Hashes of different lengths in lines right below each other are of one file: what one line says of it goes for all ("SHA256: … (ZIP)"). */
  private addToFile(start: number, line: string): void {
    const [digest, ...more] = stretchesOf(line, isWordCharacter).filter(({ text }) => isHash(text));
    const length = digest?.text.length ?? 0;
    const isShort = more.length === 0 && splitAtBlanks(line).length <= RECORD_WORDS_MAX;
    const own = isShort ? kindsNamedIn(line)[0]?.kind : undefined;
    const isOther = own !== undefined && this.file.kind !== undefined && own !== this.file.kind;
    if (more.length > 0 || isOther || this.file.lengths.has(length)) this.file = emptyFile();
    this.file.lengths.add(length);
    this.file.starts.push(start);
    this.file.kind ??= own;
    for (const each of this.file.starts) this.set(each, this.file.kind);
  }

  addLine(line: string): void {
    // A sentence or a title before the first record is none of its lines.
    const isBefore = line.endsWith('.') || hasWordOf('heading-words-indicators', line);
    if (isOfColumns(line) || isRegistryKey(line) || (this.isHashFirst === undefined && isBefore)) return;
    this.file = emptyFile();
    const label = labelOf(line);
    const isBeginning = label === undefined || wordSet('file-labels').has(label);
    const kind = onlyKind(line);
    if (this.isHashFirst === undefined) this.isHashFirst = false;
    this.hadLines = true;
    this.isOpen = this.isHashFirst ? false : this.isOpen;
    if (!this.isHashFirst && isBeginning) {
      this.told = kind;
      this.hashes = [];
    } else if (kind !== undefined && !this.hashes.some((start) => this.kinds.has(start))) {
      for (const start of this.hashes) this.set(start, kind);
    }
  }

  private set(start: number, kind: HashKind | undefined): void {
    if (kind !== undefined) this.kinds.set(start, kind);
  }
}

/** Whether a line is nothing but the name of a column, or of what stands below it: "SHA-256:", "Filename". */
function isOfColumns(line: string): boolean {
  const bare = (line.endsWith(':') ? line.slice(0, -1) : line).replaceAll('-', '').trim().toLowerCase();
  return wordSet('column-names').has(bare) || wordSet('file-labels').has(bare);
}

/** Whether a line is the title of a table: "Table 2. Drivers used by Heron". */
function isTitleOfTable(line: string): boolean {
  const [first = '', second = ''] = splitAtBlanks(line);
  return first.toLowerCase() === 'table' && isDigit(second[0]);
}

/** Whether a line is a key of the registry: the library that it loads is another file than those of a list of hashes. */
function isRegistryKey(line: string): boolean {
  return startsWithAny(line, HIVES) && line.includes('\\');
}

/** What stands before the first colon of a line, where it is short enough for a label. */
function labelOf(line: string): string | undefined {
  const colon = line.indexOf(':');
  const label = colon < 0 ? '' : line.slice(0, colon).trim().toLowerCase();
  return label === '' || splitAtBlanks(label).length > 3 ? undefined : label;
}

/** The kind of the first file that a line names, of a sentence none. */
function onlyKind(line: string): HashKind | undefined {
  return line.endsWith('.') ? undefined : kindsNamedIn(line)[0]?.kind;
}

const OF_FILES = ['shipped-things', 'column-names', 'words-for-files'] as const;

/** The kind of all files below a caption: its words say one alone, and it names nothing besides. What stands in brackets is of the file's way. */
function captionKind(caption: string): HashKind | undefined {
  const line = caption.split('(', 1)[0] as string;
  const told = splitAtBlanks(line.toLowerCase());
  if (told.length > CAPTION_WORDS_MAX || told.some((word) => SEVERAL.has(word) || word.includes(','))) return undefined;
  const named = kindsNamedIn(line);
  const [first, ...others] = named;
  if (first === undefined || others.some(({ kind }) => !isAlike(kind, first.kind))) return undefined;
  // Behind the kind stands at most what says that these are hashes, or who used them: a "macro payload" is no macro.
  const behind = splitAtBlanks(line.slice(named.at(-1)?.end).replaceAll(':', ' ').toLowerCase()).filter(Boolean);
  if (wordSet('done-with-files').has(behind[0] ?? '')) return first.kind;
  return behind.every((word) => word === '' || OF_FILES.some((list) => wordSet(list).has(word)))
    ? first.kind
    : undefined;
}
