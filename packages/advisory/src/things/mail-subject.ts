import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isAnyCapital, isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { trimEndOf } from '../text/ends.js';
import { joined, type Page } from './page.js';

const NAMES = ['subject', 'titled', 'entitled'];
/** What may stand between the word and the quotes. */
const BETWEEN = [
  'lines',
  'line',
  'such',
  'as',
  'like',
  'including',
  'of',
  'was',
  'were',
  'is',
  'being',
  'reads',
  'named',
];
const BETWEEN_MAX = 4;
/** What stands between the quoted texts of a list. */
const JOINTS = [', and ', ', or ', ', ', ' and ', ' or ', ' '];
const LIST_MAX = 20;
const SUBJECT = { min: 8, max: 120 } as const;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”“'],
  ['‘', '’'],
]);
/** Characters of placeholders. */
const HOLES = '<>{}[]';

/** Finds subjects of mails that a sentence about mails quotes: 'mails with the subject line “Your order 4471 is delayed”'. */
export function findMailSubjects(page: Page): readonly FoundThing[] {
  const found = NAMES.flatMap((name) =>
    placesOf(page.lower, name).flatMap((at): readonly FoundThing[] => {
      const end = at + name.length;
      const behind = page.text[end] === 's' ? end + 1 : end;
      const quoted = quotedBehind(page, behind);
      const isProse = name === 'subject' && page.lower[at] === page.text[at];
      const start = textStart(page, behind);
      const bare = quoted.length > 0 || !isProse ? quoted : inCapitals(page, start);
      const places = bare.length > 0 || !isProse ? bare : givenAsExamples(page, behind, start);
      if (isWordCharacter(page.text[at - 1]) || !isAboutMail(page, at, name === 'subject')) return [];
      return places.map((place) => ({
        thing: 'mail-subject',
        value: page.text.slice(place.start, place.end),
        deed: 'sent-by-mail',
        seenIn: 'network/mail-gateway',
        spans: [page.spanOf(place.start, place.end)],
      }));
    }),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

/** The quoted texts behind a word: the first, and those of a list that it begins. */
function quotedBehind(page: Page, from: number): readonly Span[] {
  const found: Span[] = [];
  for (let place = quotedAt(page, textStart(page, from)); place !== undefined; ) {
    found.push(place);
    const next = nextOfList(page.text, place.end);
    place = next === undefined || found.length >= LIST_MAX ? undefined : quotedAt(page, next);
  }
  return found.filter(({ start, end }) => isWhole(page.text.slice(start, end)));
}

/** Where the words that introduce a quoted text are over. */
function textStart({ text, lower }: Page, from: number): number {
  let at = from;
  for (let skipped = 0; skipped <= BETWEEN_MAX; skipped += 1) {
    while (text[at] === ' ' || text[at] === ':') at += 1;
    const word = BETWEEN.find((each) => lower.startsWith(`${each} `, at) || lower.startsWith(`${each}:`, at));
    if (word === undefined) break;
    at += word.length;
  }
  return at;
}

/** The quoted text that begins at a place, without a comma that the author put within the quotes. */
function quotedAt({ text }: Page, at: number): Span | undefined {
  const closing = CLOSING.get(text[at] ?? ' ');
  if (closing === undefined) return undefined;
  const start = at + 1;
  let end = start;
  while (end - start <= SUBJECT.max && text[end] !== '\n' && !closing.includes(text[end] ?? '\n')) end += 1;
  if (!closing.includes(text[end] ?? '\n') || text[end] === '\n') return undefined;
  while (',.'.includes(text[end - 1] as string)) end -= 1;
  return { start, end };
}

/** Words in small letters that stand within a title. */
const WITHIN_TITLES: ReadonlySet<string> = new Set([
  'of',
  'the',
  'and',
  'for',
  'to',
  'in',
  'on',
  'a',
  'your',
  'from',
  'with',
]);
const TITLE_WORDS_MIN = 3;

/** A subject without quotes, whose words begin with capitals: "a subject line of Reed Marsh Draft Agenda containing". */
function inCapitals({ text }: Page, start: number): readonly Span[] {
  const words = tokensOf(text.slice(start, start + SUBJECT.max), start);
  const isTitles = (at: number): boolean =>
    isAnyCapital(text[words[at]?.start ?? -1]) || isDigit(text[words[at]?.start ?? -1]);
  let last = -1;
  for (let at = 0; at < words.length; at += 1) {
    const before = text.slice(words[at - 1]?.end ?? start, words[at]?.start);
    if ([...before].some((each) => !" -/’'&".includes(each))) break;
    // A subject ends with no such word, also where the next line begins with one: "Draft Agenda With a link to".
    const isWithin = WITHIN_TITLES.has(words[at]?.text ?? '');
    if (isTitles(at) && !isWithin) last = at;
    else if (!isWithin) break;
  }
  const end = words[last]?.end;
  return words[0]?.start !== start || end === undefined || last < TITLE_WORDS_MIN - 1 ? [] : [{ start, end }];
}

/** Subjects without quotes that a sentence gives as examples to its end: "subject lines such as Reed order 4471 or Your marsh permit." */
function givenAsExamples({ text, lower }: Page, from: number, start: number): readonly Span[] {
  if (!EXAMPLES.some((each) => lower.slice(from, start).includes(each)) || !isAnyCapital(text[start])) return [];
  const { end } = sentenceAround(text, start, start);
  const found: Span[] = [];
  let first = start;
  for (let at = start; at < end; at += 1) {
    const joint = JOINTS.find((each) => each !== ' ' && text.startsWith(each, at));
    if (joint === undefined || !isAnyCapital(text[at + joint.length])) continue;
    found.push({ start: first, end: at });
    first = at + joint.length;
  }
  const last = { start: first, end: first + trimEndOf(text.slice(first, end), '. ').length };
  return [...found, last].filter((span) => isExample(text.slice(span.start, span.end)));
}

const EXAMPLES = ['such as', 'like', 'including'];

/** Whether a text is some words and no sentence that goes on behind them. */
function isExample(value: string): boolean {
  const words = tokensOf(value);
  const isOver = words.some((word) => wordSet('after-name').has(word.text)) || value.includes(',');
  return words.length >= TITLE_WORDS_MIN && value.length <= SUBJECT.max && isWhole(value) && !isOver;
}

/** The next quote of a list behind a quoted text: behind its closing quote, a comma, "and" or "or". */
function nextOfList(text: string, end: number): number | undefined {
  let at = end;
  while (',.'.includes(text[at] ?? ' ')) at += 1;
  at += 1;
  for (const joint of JOINTS) if (text.startsWith(joint, at)) return at + joint.length;
  return undefined;
}

function isWhole(value: string): boolean {
  return value.length >= SUBJECT.min && ![...value].some((each) => HOLES.includes(each));
}

/** Whether the sentence at a place is about mails, or of a subject the one before it in its paragraph: anything has a title. */
function isAboutMail({ text }: Page, at: number, isSubject: boolean): boolean {
  const { start, end } = sentenceAround(text, at, at + 1);
  const isMails = (part: string): boolean => tokensOf(part).some((token) => wordSet('mail-words').has(token.text));
  if (isMails(text.slice(start, end))) return true;
  if (!isSubject) return false;
  const gap = trimEndOf(text.slice(0, start), ' ').length;
  if (gap === 0 || text[gap - 1] === '\n') return false;
  const before = sentenceAround(text, gap - 1, gap);
  return isMails(text.slice(before.start, before.end));
}
