import { wordRows } from '../knowledge/load.js';
import type { AdvisoryDocument, Indicator, IndicatorType, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';

/** What kind of file a hash is of: each is seen in another log, and those of other files in none. A certificate’s is of no file. */
export type HashKind = 'program' | 'library' | 'driver' | 'other' | 'certificate';

/** How far from a hash the file may be named: in a row of its own, and in running text. */
const NEAR = { row: 200, prose: 50 } as const;
/** Names as near as this on both sides belong to a list, of which it is not known on which side they stand. */
const BESIDE = 4;
const ROWS: ReadonlySet<string> = new Set(['table-row', 'list-item', 'code']);
const HASHES: ReadonlySet<IndicatorType> = new Set<IndicatorType>(['md5', 'sha1', 'sha256']);

/** The kind of the file that a hash among the indicators is of, as the words of its line say; undefined where they do not. */
export function hashKind(doc: AdvisoryDocument, { type, spans }: Indicator): HashKind | undefined {
  if (!HASHES.has(type)) return undefined;
  for (const span of spans) {
    const kind = kindAt(doc, span);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindAt(doc: AdvisoryDocument, { start, end }: Span): HashKind | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  const near = ROWS.has(passage.block.type) ? NEAR.row : NEAR.prose;
  const { text } = passage;
  const at = start - passage.start;
  const from = Math.max(0, at - near, text.lastIndexOf('\n', at) + 1);
  const lineEnd = text.indexOf('\n', at);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end - passage.start + near);
  const before = namedIn(text.slice(from, at)).at(-1);
  const after = namedIn(text.slice(end - passage.start, to))[0];
  if (before === undefined || after === undefined) return (before ?? after)?.kind;
  const [left, right] = [at - from - before.end, after.start];
  if (left < BESIDE && right < BESIDE) return before.kind === after.kind ? before.kind : undefined;
  return left <= right ? before.kind : after.kind;
}

/** The kinds of files that a part of a line names, in order, with their places. */
function namedIn(text: string): readonly (Span & { readonly kind: HashKind })[] {
  const found: (Span & { readonly kind: HashKind })[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!isWordCharacter(text[start])) continue;
    let end = start;
    while (isWordCharacter(text[end]) || (text[end] === '.' && isWordCharacter(text[end + 1]))) end += 1;
    const kind = kindOfWord(text.slice(start, end).toLowerCase());
    if (kind !== undefined) found.push({ kind, start, end });
    start = end;
  }
  return found;
}

function kindOfWord(word: string): HashKind | undefined {
  const dot = word.lastIndexOf('.');
  const [list, asked] =
    dot > 0 ? (['hash-file-endings', word.slice(dot + 1)] as const) : (['hash-file-words', word] as const);
  for (const [kind, known] of wordRows(list)) if (known?.has(asked)) return kind as HashKind;
  return undefined;
}
