import { tokensOf } from '../attribute/cues.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Indicator, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { closesWith, lowerEnding, trimEndOf } from '../text/ends.js';
import type { Page } from './page.js';

const SHORTEST = 8;
/** Characters before a name that begin it for certain. */
const OPENERS = new Set('"\'“”‘’`|(,;:\n\t/\\•*');

/** Finds names of files that come with an intruder and that are none of the kinds that other rules look for. */
export function findFileNames(page: Page): readonly FoundThing[] {
  return page.indicators.flatMap((indicator) => {
    if (indicator.type !== 'file-name' || indicator.spans.length === 0) return [];
    return broughtFile(page, indicator) ?? [];
  });
}

/** A file that its sentence says was brought, dropped or mailed, and of an ending that no other kind of evidence looks for. */
function broughtFile({ doc }: Page, indicator: Indicator): FoundThing | undefined {
  const { value, spans } = indicator;
  if (!wordSet('brought-endings').has(lowerEnding(value)) || value.length < SHORTEST) return undefined;
  if (isEverybodysProgram(value) || !isActorsFile(doc, indicator)) return undefined;
  const told = spans.filter((span) => isBrought(doc.text, span) && isWholeName(doc.text, span));
  return told.length === 0 ? undefined : { thing: 'file-name', value, deed: 'dropped', spans: told };
}

/** Whether a program of this name is the system's or a product's: that it was copied somewhere needs more than its name. */
function isEverybodysProgram(name: string): boolean {
  const stem = name.slice(0, name.lastIndexOf('.')).toLowerCase();
  return (
    isStockProgram(name) || PROGRAMS.some((list) => wordSet(list).has(stem) || wordSet(list).has(name.toLowerCase()))
  );
}

const PROGRAMS = ['programs-windows', 'everyday-tools', 'imitated-programs', 'product-names', 'system-files'] as const;

/** How many words may stand between a name and what was done with it: "fen.exe, which was dropped". */
const BEHIND = 5;

/** Whether a sentence says before a name that it was brought, or right behind it: "fen.exe was then downloaded". */
function isBrought(text: string, span: Span): boolean {
  const { start, end } = sentenceAround(text, span.start, span.end);
  if (tokensOf(text.slice(start, span.start)).some((token) => wordSet('brought-words').has(token.text))) return true;
  const behind = tokensOf(text.slice(span.end, end)).slice(0, BEHIND);
  const be = behind.findIndex((token) => wordSet('forms-of-be').has(token.text));
  return be >= 0 && behind.slice(be + 1).some((token) => wordSet('brought-words').has(token.text));
}

/** Whether a name begins where it was found: a name with blanks would have begun earlier. */
function isWholeName(text: string, { start }: Span): boolean {
  const before = text[start - 1] ?? '\n';
  if (OPENERS.has(before)) return true;
  if (before !== ' ') return false;
  const from = text.lastIndexOf(' ', start - 2) + 1;
  const word = text.slice(from, start - 1);
  const bare = trimEndOf(word, ',');
  return (
    closesWith(word, ':') || (bare !== '' && bare === bare.toLowerCase() && wordSet('before-file-names').has(bare))
  );
}
