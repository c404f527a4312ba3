import { tokensOf } from '../../attribute/cues.js';
import { isStandIn } from '../../draft/stand-in.js';
import { distinctBy } from '../../draft/text.js';
import { startsOf, wordRows, wordSet, words } from '../../knowledge/load.js';
import type { CallParameter, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isDigit, isWordCharacter, placesOf } from '../../text/characters.js';
import { isNumber } from '../../text/shape.js';
import { nextEnd } from '../call-names/named-near.js';
import { type ExcerptValue, excerptsOf } from '../log-excerpt.js';

const VALUE_MAX = 200;
/** What may stand between the name of a field and its value. */
const BETWEEN = new Set(' \t=:"\'`“”‘’');
const QUOTES = new Set('"\'`“”‘’');
const LINKS: ReadonlySet<string> = new Set(['is', 'of', 'to', 'set', 'equals', 'contains', 'with', 'field', 'value']);
const LINKS_MAX = 3;
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false']);
/** What a parameter of a request begins with where a text writes it out as the log has it. */
const REQUEST = 'requestParameters.';
const OUTCOME = 'errorCode';
const INSTANCE_TYPE = 'requestParameters.instanceType';

/**
 * How an operation was called and how the call ended, where the text has the values themselves: in the event that it quotes, or beside the
 * name of the field in a sentence.
 */
export function detailsNear(passage: Passage, operation: string, at: Span): readonly CallParameter[] {
  const quoted = quotedAround(passage, at);
  if (quoted !== undefined) return quoted.flatMap((value) => ofQuoted(passage, operation, value));
  const near = sentenceAround(passage.text, at.start, at.end);
  const told = [
    ...labelled(passage, operation, { ...near, end: endOfWritten(passage.text, near) }),
    ...errorCodes(passage, near),
    ...refusals(passage, near),
    ...(operation.startsWith('RunInstances') || operation.startsWith('RequestSpot') ? types(passage, near) : []),
  ];
  return distinctBy(told, ({ selection }) => JSON.stringify(selection));
}

/** The values of the quoted event that a place is in. */
function quotedAround(passage: Passage, { start }: Span): readonly ExcerptValue[] | undefined {
  const at = passage.start + start;
  return excerptsOf(passage).find((excerpt) => excerpt.start <= at && at < excerpt.end)?.values;
}

/** A value of a quoted event as a parameter, where its field is telling. */
function ofQuoted(passage: Passage, operation: string, value: ExcerptValue): readonly CallParameter[] {
  const { path, isText, start, end } = value;
  // Products wrap events; the log's own names begin further in.
  const field = tellingFields(operation).find((each) => path.join('.') === each || path.join('.').endsWith(`.${each}`));
  if (field === undefined || !isTelling(field, value.value)) return [];
  const literal = isText || !isNumber(value.value) ? value.value : Number(value.value);
  return [parameterOf(passage, field, literal, { start, end })];
}

/**
 * Values behind the names of telling fields: `requestParameters.attribute` of `userData`, errorCode=AccessDenied. A parameter that the text writes out in
 * full is telling with a yes or no; its other values are mostly the author's own.
 */
function labelled(passage: Passage, operation: string, near: Span): readonly CallParameter[] {
  const text = passage.text.slice(near.start, near.end);
  const lower = text.toLowerCase();
  const telling = tellingFields(operation);
  const written = tokens(passage.text, near).flatMap(({ word }) =>
    word.startsWith(REQUEST) && !telling.includes(word) ? [word] : [],
  );
  return [...telling, ...new Set(written)].flatMap((field) => {
    const label = field.slice(field.lastIndexOf('.') + 1);
    for (const at of placesOf(lower, label.toLowerCase())) {
      if (isWordCharacter(text[at - 1]) || isWordCharacter(text[at + label.length])) continue;
      const value = valueBehind(text, at + label.length);
      const literal = value === undefined ? '' : text.slice(value.start, value.end);
      if (value === undefined || !isTelling(field, literal)) continue;
      if (written.includes(field) && !BOOLEANS.has(literal.toLowerCase())) continue;
      const start = passage.start + near.start + value.start;
      return [parameterOf(passage, field, literal, { start, end: start + literal.length })];
    }
    return [];
  });
}

/** The end of a sentence with the one behind it, where that one only goes on with a parameter as the log has it. */
function endOfWritten(text: string, near: Span): number {
  const end = nextEnd(text, near);
  return text.slice(near.end, end).includes(REQUEST) ? end : near.end;
}

/** A name or a quoted value behind a place, with a few words between at most; a word of a sentence is none. */
function valueBehind(text: string, from: number): Span | undefined {
  let start = from;
  for (let words = 0; words <= LINKS_MAX; words += 1) {
    while (BETWEEN.has(text[start] ?? '')) start += 1;
    let end = start;
    while (isWordCharacter(text[end]) || '.-'.includes(text[end] ?? ' ')) end += 1;
    while (end > start && text[end - 1] === '.') end -= 1;
    const word = text.slice(start, end);
    const isQuoted = QUOTES.has(text[start - 1] ?? ' ') && QUOTES.has(text[end] ?? ' ');
    if (end > start && (isQuoted || isMadeUp(word) || BOOLEANS.has(word.toLowerCase()))) return { start, end };
    if (!LINKS.has(word.toLowerCase())) return undefined;
    start = end;
  }
  return undefined;
}

/** Whether a word has what words of sentences have not: a capital or digit within. */
function isMadeUp(word: string): boolean {
  return [...word.slice(1)].some((each) => isDigit(each) || (each >= 'A' && each <= 'Z'));
}

/** Outcomes of calls, which are known by their form. */
function errorCodes(passage: Passage, near: Span): readonly CallParameter[] {
  return tokens(passage.text, near).flatMap(({ word, start, end }) => {
    const isCode = wordSet('aws-error-codes').has(word) || (word.startsWith('Client.') && isMadeUp(word));
    return isCode && isTelling(OUTCOME, word)
      ? [parameterOf(passage, OUTCOME, word, { start: passage.start + start, end: passage.start + end })]
      : [];
  });
}

/** How many words before a refusal may deny it. */
const REFUSAL_WORDS = 6;
const NEGATED: ReadonlySet<string> = new Set(['not', 'never', 'without', 'no', 'only']);

/** Refused calls in words: "end in access denied errors". Services write different codes. */
function refusals({ text, start: place }: Passage, near: Span): readonly CallParameter[] {
  const told = startsOf('calls-refused').exec(text.slice(near.start, near.end));
  if (told === null) return [];
  const before = tokensOf(text.slice(near.start, near.start + told.index)).slice(-REFUSAL_WORDS);
  if (before.some((word) => NEGATED.has(word.text))) return [];
  const start = place + near.start + told.index;
  const selection = { [OUTCOME]: ['AccessDenied', 'AccessDeniedException', 'Client.UnauthorizedOperation'] };
  return [{ title: 'Refused', selection, place, start, end: start + told[0].length, isOutcome: true }];
}

/** Types of virtual machines, which are known by their form: `r6i.metal`. */
function types(passage: Passage, near: Span): readonly CallParameter[] {
  return tokens(passage.text, near).flatMap(({ word, start, end }) => {
    const [family = '', size = '', ...more] = word.split('.');
    const isFamily = family.length < 8 && isDigit(family[1] ?? family[2]) && family === family.toLowerCase();
    const bare = size.split('-')[0] ?? '';
    let large = 0;
    while (isDigit(bare[large])) large += 1;
    const isType = more.length === 0 && isFamily && wordSet('aws-instance-sizes').has(bare.slice(large));
    return isType && isTelling(INSTANCE_TYPE, word)
      ? [parameterOf(passage, INSTANCE_TYPE, word, { start: passage.start + start, end: passage.start + end })]
      : [];
  });
}

function tokens(text: string, { start, end }: Span): readonly (Span & { readonly word: string })[] {
  const found: (Span & { readonly word: string })[] = [];
  for (let at = start; at < end; at += 1) {
    if (!isWordCharacter(text[at])) continue;
    let stop = at;
    while (
      stop < end &&
      (isWordCharacter(text[stop]) || (isWordCharacter(text[stop + 1]) && '.-'.includes(text[stop] as string)))
    )
      stop += 1;
    found.push({ word: text.slice(at, stop), start: at, end: stop });
    at = stop;
  }
  return found;
}

function tellingFields(operation: string): readonly string[] {
  return [...wordRows('telling-call-fields')].flatMap(([field, operations]) =>
    operations === undefined || operations.has(operation) ? [field] : [],
  );
}

/** Whether a value says something: it is not hidden by the author, and ordinary calls do not have it. */
function isTelling(field: string, value: string): boolean {
  const lower = value.toLowerCase();
  if (value === '' || value.length > VALUE_MAX || isStandIn(value)) return false;
  // The name of a field is none of its values.
  if (lower.startsWith(REQUEST.toLowerCase()) || lower.startsWith('responseelements.')) return false;
  if (words('hidden-values').some((part) => lower.includes(part))) return false;
  // The policies of AWS itself are the same in every account.
  if (field.endsWith('.policyArn')) return lower.includes(':aws:policy/');
  return !wordSet('everyday-call-values').has(lower) || field.endsWith('.MFAUsed');
}

function parameterOf(passage: Passage, field: string, literal: string | number, { start, end }: Span): CallParameter {
  const label = field.slice(field.lastIndexOf('.') + 1);
  return {
    title: `With ${label} ${literal}`,
    selection: { [field]: [literal] },
    place: passage.start,
    start,
    end,
    ...(field === OUTCOME ? { isOutcome: true as const } : {}),
  };
}
