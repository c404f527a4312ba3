import { LONGEST_RECORD } from './record-pieces.js';
import { type Range, type SharedBytes, type StoredFile, textAt } from './stored-files.js';
import { inPieces, linesOf, type TextPieces, type TextPlace } from './text-pieces.js';

/** A document of YAML, with what of it others may depend on. */
interface Found {
  at: Range;
  readonly index: number;
  readonly names: string[];
  /** What it is beside a rule: a correlation needs the rules that it names. */
  kind: 'rule' | 'correlation' | 'narrowing' | 'other';
}

const NOTHING: TextPieces = { pieces: [], unread: [] };
/** Longer lines have no name that another document could have for it. */
const LONGEST_NAME = 200;
const DASH = 45;
const MARKED = '\n---';
/** Documents that are read as one text. */
export const MOST_DOCUMENTS = 1000;

/**
 * Divides a file of Sigma with many documents into texts of one each; a correlation stands in one text with the rules that it names. A file with
 * filters, which narrow all rules, or with actions, which say what the next documents begin with, has no parts of their own.
 */
export function divideSigma(bytes: SharedBytes, file: StoredFile, isAlone: boolean): TextPieces {
  const documents = documentsOf(bytes, file);
  // A repository has other YAML too, such as workflows.
  if (!isAlone && !documents.some(({ kind }) => kind === 'rule' || kind === 'correlation')) return NOTHING;
  if (documents.some(({ kind }) => kind === 'narrowing')) return undefined;
  const texts = together(bytes, documents).map(
    (group): TextPlace => ({
      before: group[0]?.index ?? 0,
      at: group.map(({ at }) => at),
      numbers: group.map(({ index }) => index),
    }),
  );
  return inPieces(texts, ({ before }) => `${file.name}#${before + 1}`);
}

/** Whether a file has more documents than are read as one text. */
export function hasManyDocuments(bytes: SharedBytes, { from, to }: Range): boolean {
  // The main thread asks this of each file, so that it goes by no line without a mark.
  const within = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
  let documents = 1;
  for (let at = within.indexOf(MARKED); at >= 0; at = within.indexOf(MARKED, at + MARKED.length))
    if (isSeparator(bytes, { from: from + at + 1, to }) && ++documents > MOST_DOCUMENTS) return true;
  return false;
}

function documentsOf(bytes: SharedBytes, range: Range): readonly Found[] {
  const documents: Found[] = [];
  const begin = (from: number): Found => ({
    at: { from, to: from },
    index: documents.length,
    names: [],
    kind: 'other',
  });
  let open: Found | undefined;
  let isEmpty = true;
  const end = (to: number): void => {
    if (open !== undefined && !isEmpty) documents.push({ ...open, at: { from: open.at.from, to } });
    isEmpty = true;
  };
  for (const line of linesOf(bytes, range)) {
    if (open === undefined || isSeparator(bytes, line)) {
      end(line.from);
      open = begin(line.from);
      if (isSeparator(bytes, line) && line.to - line.from < 5) continue;
    }
    if (line.to - line.from > LONGEST_NAME) {
      isEmpty = false;
      continue;
    }
    const first = bytes[line.from] as number;
    // Comments and what is further in say nothing of the document itself.
    if (first === 35 || line.to === line.from) continue;
    if (first !== 32 && first !== 9 && first !== 13) isEmpty = false;
    else continue;
    note(open, textAt(bytes, line).trimEnd());
  }
  end(range.to);
  return documents;
}

/** A line with `---`, alone or before the beginning of a document. */
function isSeparator(bytes: SharedBytes, { from, to }: Range): boolean {
  if (bytes[from] !== DASH || bytes[from + 1] !== DASH || bytes[from + 2] !== DASH) return false;
  const next = bytes[from + 3];
  return from + 3 >= to || next === 32 || next === 9 || next === 10 || next === 13;
}

function note(document: Found, line: string): void {
  const [, key = '', value = ''] = /^["']?(\w+)["']?\s*:\s*(.*)$/.exec(line) ?? [];
  if (key === 'id' || key === 'name') document.names.push(plain(value));
  else if (key === 'filter' || key === 'action') document.kind = 'narrowing';
  else if (document.kind !== 'narrowing' && (key === 'correlation' || key === 'detection'))
    document.kind = key === 'correlation' ? key : 'rule';
}

/** A value without quotes and what is said about it. */
const plain = (value: string): string =>
  value
    .replace(/\s+#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');

/** Documents that need each other, in the order of the file. Everything that a correlation says is taken for the name of a rule. */
function together(bytes: SharedBytes, documents: readonly Found[]): readonly (readonly Found[])[] {
  const byName = new Map(documents.flatMap((document) => document.names.map((name) => [name, document] as const)));
  const groups = new Map<Found, Found[]>(documents.map((document) => [document, [document]]));
  const isShort = ({ at }: Found): boolean => at.to - at.from <= LONGEST_RECORD;
  for (const document of documents.filter((one) => one.kind === 'correlation' && isShort(one))) {
    for (const name of saidIn(textAt(bytes, document.at))) {
      const other = byName.get(name);
      const [own, theirs] = [groups.get(document), other === undefined ? undefined : groups.get(other)];
      if (own === undefined || theirs === undefined || own === theirs) continue;
      const [large, small] = own.length < theirs.length ? [theirs, own] : [own, theirs];
      for (const one of small) {
        large.push(one);
        groups.set(one, large);
      }
    }
  }
  return [...new Set(groups.values())].map((group) => group.sort((a, b) => a.index - b.index));
}

function saidIn(text: string): ReadonlySet<string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => plain(line.replace(/^\s*(?:-\s+)*(?:["']?[\w-]+["']?\s*:(?:\s|$))?/, '')));
  const quoted = [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '');
  const listed = [...text.matchAll(/\[([^\]]*)\]/g)].flatMap(([, items = '']) => items.split(',').map(plain));
  return new Set([...lines, ...quoted, ...listed, ...(text.match(/[\w.-]+/g) ?? [])]);
}
