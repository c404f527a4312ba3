import { type Token, tokensOf } from '../attribute/cues.js';
import type { DraftCorrelation } from '../draft/rule-draft.js';
import { wordSet, wordTexts } from '../knowledge/load.js';
import type { AdvisoryDocument, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isCapital, isDigit } from '../text/characters.js';
import { hasPhrase } from './word-row.js';

/** How often a sentence says that something was done; the span is that of the words. */
export interface ToldCount extends Span {
  /** Undefined where it says only that it was very often. */
  readonly count?: number;
  /** How long it took, as Sigma writes it, where the sentence tells. */
  readonly timespan?: string;
  /** Whether the sentence says that it came from one place. */
  readonly isOfOneSource: boolean;
}

/** A rule does not wait for more than this: it would come too late, and lists of events to prove it would grow. */
export const COUNT_MAX = 500;
/** Fewer than this are no burst. */
const COUNT_MIN = 5;
/** How many words may stand between a number and what is counted: "200 failed GetSecretValue calls". */
const BETWEEN_MAX = 4;
/** How many words may stand between "within" and the unit: "within the span of about two minutes". */
const WITHIN_MAX = 5;
/** How long something took of which only the unit is told: "within minutes". */
const SOME: Readonly<Record<string, number>> = { s: 60, m: 10, h: 2 };
/** A rule does not look back farther. */
const MOST: Readonly<Record<string, number>> = { s: 3600, m: 1440, h: 24 };

/** How often something was done, as a sentence tells: "more than 200 calls within two minutes", "a burst of requests". Undefined where it does not. */
function toldCount(sentence: string): ToldCount | undefined {
  const tokens = tokensOf(sentence);
  const counted = numberOf(sentence, tokens) ?? massOf(sentence, tokens);
  if (counted === undefined || hasPhrase(sentence, 'counts-of-others')) return undefined;
  const timespan = timespanOf(sentence, tokens);
  const isOfOneSource = tokens.some(({ text }) => wordSet('from-one-source').has(text));
  return { ...counted, isOfOneSource, ...(timespan === undefined ? {} : { timespan }) };
}

/** What the sentence around a place of the document tells, with its own place in the document. */
export function countAround(doc: AdvisoryDocument, { start, end }: Span): ToldCount | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  const { text } = passage;
  const sentence = sentenceAround(text, start - passage.start, Math.min(end - passage.start, text.length));
  const told = toldCount(text.slice(sentence.start, sentence.end));
  if (told === undefined) return undefined;
  const from = passage.start + sentence.start;
  return { ...told, start: from + told.start, end: from + told.end };
}

/** The first number of calls, or of what each call is about. */
function numberOf(sentence: string, tokens: readonly Token[]): (Span & { readonly count: number }) | undefined {
  for (const [index, token] of tokens.entries()) {
    const count = valueAt(sentence, token);
    if (count === undefined || count < COUNT_MIN) continue;
    const behind = tokens.slice(index + 1, index + 2 + BETWEEN_MAX);
    const at = behind.findIndex(({ text }) => wordSet('counted-things').has(text));
    const unit = behind.findIndex(({ text }) => wordTexts('time-units').has(text));
    const what = behind[at];
    const between = behind.slice(0, Math.max(at, 0));
    const isOther = between.some(({ text }) => wordSet('after-other-numbers').has(text)) || unit === 0;
    if (what !== undefined && !isOther) return { count, start: token.start, end: what.end };
  }
  return undefined;
}

/** The number that a word is: digits, with commas between thousands, or a word for one. */
function valueAt(sentence: string, { text, start, end }: Token): number | undefined {
  const named = wordTexts('number-words').get(text);
  if (named !== undefined) return Number(named);
  if (isPart(sentence, start, end)) return undefined;
  let digits = sentence.slice(start, end);
  for (let at = end; sentence[at] === ',' && isThousand(sentence, at + 1); at += 4)
    digits += sentence.slice(at + 1, at + 4);
  return digits.length < 10 && [...digits].every(isDigit) ? Number(digits) : undefined;
}

/** Whether it is a part of something else: a time, a date, a version, an address. */
function isPart(text: string, start: number, end: number): boolean {
  const before = isDigit(text[start - 2]) && ',.:/-'.includes(text[start - 1] ?? ' ');
  const behind = isDigit(text[end + 1]) && '.:/'.includes(text[end] ?? ' ');
  return before || behind || text[start] === '0' || '#$'.includes(text[start - 1] ?? ' ');
}

function isThousand(text: string, at: number): boolean {
  return [at, at + 1, at + 2].every((place) => isDigit(text[place])) && !isDigit(text[at + 3]);
}

/** The first word that says of calls that they were very many; "a burst of traffic" says it of something else. */
function massOf(sentence: string, tokens: readonly Token[]): Span | undefined {
  return tokens.find(({ text }, index) => {
    if (!wordSet('mass-words').has(text)) return false;
    if (!wordSet('words-of-what').has(tokens[index + 1]?.text ?? '')) return true;
    const what = tokens.slice(index + 2, index + 2 + BETWEEN_MAX);
    return what.some((each) => wordSet('counted-things').has(each.text) || isOperation(sentence, each));
  });
}

/** Whether a word has a capital within, as names of operations do. */
function isOperation(sentence: string, { start, end }: Span): boolean {
  return [...sentence.slice(start + 1, end)].some(isCapital);
}

/** How long it took: "within five minutes", "in under an hour", "per minute". */
function timespanOf(sentence: string, tokens: readonly Token[]): string | undefined {
  for (const [index, { text }] of tokens.entries()) {
    if (!wordSet('within-words').has(text)) continue;
    const behind = tokens.slice(index + 1, index + 1 + WITHIN_MAX);
    const at = behind.findIndex((each) => wordTexts('time-units').has(each.text));
    const unit = wordTexts('time-units').get(behind[at]?.text ?? '');
    if (unit === undefined) continue;
    const before = behind[at - 1];
    const told = before === undefined ? undefined : smallNumber(sentence, before);
    const isSome = told === undefined && behind[at]?.text.endsWith('s') === true;
    const length = told ?? (isSome ? (SOME[unit] as number) : 1);
    return `${Math.min(length, MOST[unit] as number)}${unit}`;
  }
  return undefined;
}

const SMALL: ReadonlyMap<string, number> = new Map([
  ['two', 2],
  ['three', 3],
  ['four', 4],
]);

function smallNumber(sentence: string, token: Token): number | undefined {
  const value = SMALL.get(token.text) ?? valueAt(sentence, token);
  return value === undefined || value < 1 ? undefined : value;
}

/** How a rule counts, and what of it the text says. */
export function howCounted({ count, timespan }: ToldCount, { threshold, timespan: span }: DraftCorrelation): string {
  const number =
    count === undefined
      ? `The number ${threshold} is a default`
      : `The text tells ${count}, the rule counts ${threshold}`;
  const time = timespan === undefined ? `the time of ${span} is a default` : `within ${span}`;
  return `${number}; ${time}: set both to what is usual.`;
}
