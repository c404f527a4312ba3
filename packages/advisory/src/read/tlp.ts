import { strictest, TLP_MARKS, type Tlp } from '../model.js';

/** A line that is a mark and little else has no more beside it. */
const LINE_CHARACTERS_MAX = 30;
/** A text that explains the protocol has nearly all of its marks. */
const EXPLAINS = 4;
/** Words before a mark in a sentence that says it of the document. */
const SAID = [
  'marked',
  'classified',
  'classification',
  'designated',
  'labelled',
  'labeled',
  'distributed',
  'released',
  'shared',
  'handling',
];

/**
 * The mark that a document's lines give it: one that stands alone, or that a sentence says of it. Of several the strictest.
 *
 * @param around Title, headers and footers: what stands there is said of the document.
 */
export function markOf(around: readonly string[], lines: readonly string[]): Tlp | undefined {
  const alone = new Set(around.flatMap((line) => [...marksIn(line)].map(({ mark }) => mark)));
  const said = new Set<Tlp>();
  for (const line of lines) {
    for (const { at, mark, end } of marksIn(line)) {
      const before = line.slice(Math.max(0, at - 80), at).toLowerCase();
      if (line.length - (end - at) <= LINE_CHARACTERS_MAX) alone.add(mark);
      else if (SAID.some((word) => before.includes(word))) said.add(mark);
    }
  }
  return strictest(alone.size < EXPLAINS ? [...alone, ...said] : said);
}

/** Each `TLP:AMBER` of a line, also written `TLP AMBER`, `TLP: Amber` or `tlp:amber+strict`. */
function* marksIn(line: string): Generator<{ readonly at: number; readonly end: number; readonly mark: Tlp }> {
  const lower = line.toLowerCase();
  for (let at = lower.indexOf('tlp'); at >= 0; at = lower.indexOf('tlp', at + 3)) {
    let end = at + 3;
    while (end < at + 6 && ' :-=_'.includes(lower.charAt(end))) end += 1;
    const rest = lower.slice(end, end + 20);
    const mark = tlpOf(rest.startsWith('amber') && rest.slice(5).trimStart().startsWith('+') ? 'amber+strict' : rest);
    if (end > at + 3 && mark !== undefined) yield { at, end: end + mark.length, mark };
  }
}

/** The mark that a text begins with. */
function tlpOf(text: string): Tlp | undefined {
  const lower = text.trim().toLowerCase();
  if (lower.startsWith('white')) return 'clear';
  if (lower.startsWith('amber-strict') || lower.startsWith('amber_strict')) return 'amber+strict';
  return TLP_MARKS.findLast((mark) => lower.startsWith(mark) && !isLetter(lower.charAt(mark.length)));
}

const isLetter = (sign: string): boolean => sign >= 'a' && sign <= 'z';
