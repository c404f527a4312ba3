import type { Deed } from '@tripline/telemetry';
import { cueHits, hasCue, type Token, tokensOf } from '../../attribute/cues.js';
import { isVerb, isVerbOf } from '../../deeds/verbs.js';
import { startsOf, wordSet } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../../model.js';
import { onceEach } from '../../once.js';
import { passageAt, sentenceAround } from '../../segment/passage.js';
import { isCapital } from '../../text/characters.js';
import { hasEnding, trimStartOf } from '../../text/ends.js';
import { isIntruders } from './introduced.js';

/** How far before a library it may be called clean, in characters and words. */
const CLEAN_NEAR = 60;
const CLEAN_WORDS = 3;

/**
 * Whether every place calls a library a clean one ("the legitimate library fen.dll") that nothing of the intruder's took the place of, or a part
 * of a product: who has the product loads it every day.
 */
export function isCleanLibrary(doc: AdvisoryDocument, { value, spans }: Indicator): boolean {
  const { text } = doc;
  if (!hasEnding(value, '.dll')) return false;
  const before = ({ start }: Span): readonly Token[] =>
    tokensOf(text.slice(Math.max(0, start - CLEAN_NEAR), start)).slice(-CLEAN_WORDS);
  const isCalled = (list: string) => (span: Span) => before(span).some((word) => wordSet(list).has(word.text));
  if (spans.some(isCalled('called-vendors'))) return true;
  const isInfected = spans.some(isCalled('called-infected')) || (isAssembly(value) && isOfSupplyChain(doc));
  if (isInfected) return !spans.some((span) => isPutOrRun(doc, span));
  return spans.every((span) => {
    const { start, end } = span;
    const sentence = sentenceAround(text, start, end);
    const behind = tokensOf(text.slice(end, sentence.end));
    if (cueHits(behind, PART_OF_PRODUCT).length > 0 || isCleanRow(doc, start, behind)) return true;
    const isBenign = isCalled('called-benign')(span);
    if (!isBenign && !isCalledShipped(text.slice(sentence.end, sentence.end + CLEAN_NEAR))) return false;
    return !startsOf('good-but-abused').test(text.slice(sentence.start, sentence.end));
  });
}

const PUT: readonly Deed[] = ['written', 'dropped', 'copied', 'created'];
const RUNNER = 'rundll32';
/** How many words may stand between a verb and the library: "drops an infected DLL named". */
const WORDS_TO_NAME = 6;
/** How far around a library the text may say what was done with it. */
const TOLD_NEAR = 200;

/** Whether a place says that the intruder put a library there, before it or behind ("fen.dll, written by them"), or ran it by a program of Windows. */
function isPutOrRun(doc: AdvisoryDocument, span: Span): boolean {
  const sentence = sentenceAround(doc.text, span.start, span.end);
  const own = doc.text.slice(Math.max(sentence.start, span.start - TOLD_NEAR), span.start).toLowerCase();
  const after = doc.text.slice(span.end, Math.min(sentence.end, span.end + TOLD_NEAR)).toLowerCase();
  // "They created an infected version of fen.dll" tells of the product's.
  const before = tokensOf(own.slice(own.lastIndexOf(' of ') + 1)).slice(-WORDS_TO_NAME);
  const verb = before.findLast(({ text }) => isVerb(text))?.text ?? '';
  const behind = tokensOf(after).map((token) => token.text);
  const is = behind.slice(wordSet('relatives').has(behind[0] ?? '') ? 1 : 0);
  const done = is.find((word) => !wordSet('forms-of-be').has(word)) ?? '';
  // What it wrote itself tells nothing: "fen.dll, which writes a log".
  const isDone = done !== is[0] || (is.length === behind.length && trimStartOf(after, '"”`').startsWith(','));
  const isDoneBehind = isDone && isVerbOf(PUT, done);
  const isTold = isVerbOf(PUT, verb) || isDoneBehind || own.includes(RUNNER) || after.includes(RUNNER);
  return isTold && isIntruders(doc, span);
}

/** Whether a document tells of a product whose own files an intruder changed. */
const isOfSupplyChain = onceEach(new WeakMap<AdvisoryDocument, boolean>(), ({ text }) =>
  hasWordOf('supply-chain', text),
);

/** How many parts the name of a part of a product has at least, with its ending: "Fen.Core.Layer.dll". */
const ASSEMBLY_PARTS = 4;

function isAssembly(name: string): boolean {
  const parts = name.split('.');
  return parts.length >= ASSEMBLY_PARTS && parts.slice(0, -1).every((part) => isCapital(part[0]));
}

/** Whether a cell behind a library in its row calls it genuine: "fen.dll | 41 KB | Genuine DLL of Fen (2018)". */
function isCleanRow(doc: AdvisoryDocument, start: number, behind: readonly Token[]): boolean {
  const row = passageAt(doc, start);
  if (row?.block.type !== 'table-row' || startsOf('good-but-abused').test(row.text)) return false;
  // Intruders sign theirs too.
  return behind.some(({ text }) => text !== 'signed' && wordSet('called-benign').has(text));
}

const PART_OF_PRODUCT = new Set(['is-part-of-product']);
const SHIPPED = new Set(['is-shipped']);

/** Whether a sentence begins by calling what the one before it named a part of somebody's product. */
function isCalledShipped(behind: string): boolean {
  return hasCue(behind, SHIPPED) && !hasWordOf('intruders', behind);
}
