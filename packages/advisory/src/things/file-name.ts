import { tokensOf } from '../attribute/cues.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Indicator, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
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
  if (!wordSet('brought-endings').has(endingOf(value)) || value.length < SHORTEST) return undefined;
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

function isBrought(text: string, span: Span): boolean {
  const { start } = sentenceAround(text, span.start, span.end);
  return tokensOf(text.slice(start, span.start)).some((token) => wordSet('brought-words').has(token.text));
}

/** Whether a name begins where it was found: a name with blanks would have begun earlier. */
function isWholeName(text: string, { start }: Span): boolean {
  const before = text[start - 1] ?? '\n';
  if (OPENERS.has(before)) return true;
  if (before !== ' ') return false;
  const from = text.lastIndexOf(' ', start - 2) + 1;
  const word = text.slice(from, start - 1);
  return word.endsWith(':') || (word !== '' && word === word.toLowerCase() && wordSet('before-file-names').has(word));
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
