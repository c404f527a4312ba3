import { wordSet, words } from '../../knowledge/load.js';
import type { CallParameter, Span } from '../../model.js';
import { once } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isDigit, isWordCharacter, placesOf } from '../../text/characters.js';
import { trimEndOf, trimStartOf } from '../../text/ends.js';
import { capitalised, hasBlank, splitAtBlanks } from '../../text/shape.js';
import { isMadeUp, namesWith, type WrittenName } from './written-names.js';

/** One place of a log that has a name, and what the name stands with in reports. */
interface NameField {
  readonly field: string;
  /** What the field has before the name. */
  readonly before: string;
  readonly nouns: readonly Noun[];
}

interface Noun {
  readonly word: string;
  /** It counts only as a receiver: "shared with the account". */
  readonly isReceiver: boolean;
  /** It may also stand in the sentence behind. */
  readonly reachesOn: boolean;
}

/** The receiver that is known by its form. */
const MAIL = '@';
/** How many words may stand between what says that something is received and the noun. */
const RECEIVER_WORDS = 4;
const RECEIVER_CHARACTERS = 48;
const ACCOUNT_DIGITS = 12;
const SLOT = '{}';
const OPTION = '--';
const OWNER_WORDS = 3;
const MARKS = '`"\'“”‘()[]:,;-';

/** By log and operation, in small letters. */
function fieldsOf(log: string, operation: string): readonly NameField[] {
  return table().get(`${log} ${operation}`.toLowerCase()) ?? [];
}

const table = once((): ReadonlyMap<string, readonly NameField[]> => {
  const made = new Map<string, NameField[]>();
  for (const line of words('call-names')) {
    const colon = line.lastIndexOf(': ');
    const last = line.lastIndexOf(' ', colon - 1);
    const key = line.slice(0, last).toLowerCase();
    const [field = '', form = SLOT] = line.slice(last + 1, colon).split('=');
    const nouns = line
      .slice(colon + 2)
      .split(' ')
      .map(readNoun);
    made.set(key, [...(made.get(key) ?? []), { field, before: form.replace(SLOT, ''), nouns }]);
  }
  return made;
});

function readNoun(written: string): Noun {
  const mark = written.charAt(0);
  const word = mark === '>' || mark === '+' ? written.slice(1) : written;
  return { word, isReceiver: mark === '>', reachesOn: mark === '+' };
}

/**
 * The names that whoever made a call chose for what it made, and those to whom it gave something, where the text around the call has them and the log
 * does too.
 */
export function namedNear(passage: Passage, log: string, operation: string, at: Span): readonly CallParameter[] {
  const fields = fieldsOf(log, operation);
  if (fields.length === 0) return [];
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const found = fields.flatMap((each) => {
    const named = each.nouns.flatMap((noun) => {
      const near = noun.reachesOn ? { ...sentence, end: nextEnd(passage.text, sentence) } : sentence;
      return namesIn(passage, near, noun).map((names) => ({ noun, names }));
    });
    return nearest(named, at).flatMap(({ noun, names }) => names.map((name) => parameterOf(passage, each, noun, name)));
  });
  const keyOf = ({ selection }: CallParameter): string => JSON.stringify(selection);
  return [...new Map(found.map((each) => [keyOf(each), each])).values()];
}

interface Named {
  readonly noun: Noun;
  /** At least one. */
  readonly names: readonly WrittenName[];
}

/** The names of the first noun that stands at a call or behind it, else of the last one before: another deed has the others. */
function nearest(named: readonly Named[], { start }: Span): readonly Named[] {
  const placeOf = ({ names: [first] }: Named): number => first?.end ?? 0;
  const sorted = named.toSorted((a, b) => placeOf(a) - placeOf(b));
  const behind = sorted.find((each) => placeOf(each) >= start) ?? sorted.at(-1);
  return behind === undefined ? [] : [behind];
}

/** The end of the sentence behind one that goes on in the same line; else that one's own. */
export function nextEnd(text: string, { end }: Span): number {
  const from = Math.min(text.length, end + 2);
  return text[end + 1] === '\n' || from >= text.length ? end : sentenceAround(text, from, from).end;
}

/** The names that stand with each place of a noun. */
function namesIn(passage: Passage, near: Span, noun: Noun): readonly (readonly WrittenName[])[] {
  if (noun.word === MAIL) return [receivingAddresses(passage.text, near)].filter((names) => names.length > 0);
  const lower = passage.text.slice(near.start, near.end).toLowerCase();
  return placesOf(lower, noun.word).flatMap((place) => {
    const start = near.start + place;
    const singular = start + noun.word.length;
    const end = passage.text[singular] === 's' ? singular + 1 : singular;
    if (isInHost(passage.text, end)) return [];
    if (isInWord(passage.text[end]) || (isInWord(passage.text[start - 1]) && !isOption(passage.text, start))) return [];
    if (isOfVictim(lower.slice(0, place))) return [];
    if (noun.isReceiver && !isReceiver(passage.text, near.start, start)) return [];
    const written = namesWith(passage.text, { start, end }).filter(
      ({ start: at, value }) => at <= near.end && value[0] !== '-',
    );
    const names = noun.isReceiver
      ? written.map(accountOf).filter(isIdentity)
      : written.filter(({ value }) => !noun.reachesOn || isImage(value));
    return names.length === 0 ? [] : [names];
  });
}

function isInWord(character: string | undefined): boolean {
  return isWordCharacter(character) || character === '-' || character === '/';
}

/** Whether a word goes on behind a dot: `webhook.site`. */
function isInHost(text: string, end: number): boolean {
  return text[end] === '.' && isWordCharacter(text[end + 1]);
}

function isOption(text: string, at: number): boolean {
  return text.startsWith('--', at - 2) && !isInWord(text[at - OPTION.length - 1]);
}

/** Whether the words right before a noun say that the thing was there before: "the victim's storage account". */
function isOfVictim(before: string): boolean {
  const told = wordsOf(before.slice(-RECEIVER_CHARACTERS));
  return told.slice(-OWNER_WORDS).some((word) => wordSet('there-before').has(word));
}

/** Whether the words before a place say that something is received there. */
function isReceiver(text: string, from: number, place: number): boolean {
  const before = text.slice(Math.max(from, place - RECEIVER_CHARACTERS), place).toLowerCase();
  return wordsOf(before)
    .slice(-RECEIVER_WORDS)
    .some((word) => wordSet('receives').has(word));
}

/** The words of a text in small letters without the marks around them. */
function wordsOf(text: string): readonly string[] {
  return splitAtBlanks(text.replaceAll('=', ' ').replaceAll('’', "'"))
    .map((word) => trimEndOf(trimStartOf(word, MARKS), MARKS))
    .filter((word) => word !== '');
}

/** Whether a value names an image of containers with the place that it comes from: `ghcr.io/heron/updater:2`. */
function isImage(value: string): boolean {
  const slash = value.indexOf('/');
  return slash > 0 && !value.includes('//') && !hasBlank(value);
}

/** The account of an address in AWS: `arn:aws:iam::123456789012:root`. */
function accountOf(name: WrittenName): WrittenName {
  const part = name.value.split(':').find(isAccountNumber);
  return name.value.startsWith('arn:') && part !== undefined ? { ...name, value: part } : name;
}

function isAccountNumber(value: string): boolean {
  return value.length === ACCOUNT_DIGITS && [...value].every(isDigit);
}

/** Whether a value may stand for somebody outside: the number of an account, or a name that no sentence has. */
function isIdentity({ value }: WrittenName): boolean {
  return isAccountNumber(value) || (!isDigit(value[0]) && isMadeUp(value));
}

/** Addresses that mail is sent on to: "forwarded to heron@example.org", `ForwardTo: heron@example.org`. */
function receivingAddresses(text: string, near: Span): readonly WrittenName[] {
  const found: WrittenName[] = [];
  for (let at = text.indexOf('@', near.start); at >= 0 && at < near.end; at = text.indexOf('@', at + 1)) {
    let [start, end] = [at, at + 1];
    while (start > near.start && isInAddress(text[start - 1])) start -= 1;
    while (isInAddress(text[end])) end += 1;
    while ('.-'.includes(text[end - 1] as string)) end -= 1;
    const value = text.slice(start, end);
    const isWhole = start < at && text.slice(at + 1, end).includes('.');
    if (isWhole && isReceiver(text, near.start, start)) found.push({ value, start, end });
  }
  return found;
}

function isInAddress(character: string | undefined): boolean {
  return isWordCharacter(character) || '.-+'.includes(character ?? ' ');
}

/** A field of all parameters in JSON: there dots and such stand in any value, and a name of nothing else is looked for whole. */
const ALL_PARAMETERS = 'Parameters|contains';
const VALUE_FORMS = ['"Value":"{}"', '"Value": "{}"'];

function formsOf(field: string, value: string): readonly string[] {
  if (field !== ALL_PARAMETERS || [...value].some((each) => isWordCharacter(each))) return [value];
  return VALUE_FORMS.map((form) => form.replace(SLOT, value));
}

function parameterOf(
  passage: Passage,
  { field, before }: NameField,
  { isReceiver: isFor, reachesOn, word }: Noun,
  { value, start, end }: WrittenName,
): CallParameter {
  return {
    title:
      isFor || word === MAIL ? `For ${value}` : reachesOn ? `With ${capitalised(word)} ${value}` : `Named ${value}`,
    selection: { [field]: formsOf(field, `${before}${value}`) },
    // Each name alone tells the call, so that it is a way of its own.
    place: passage.start + start,
    start: passage.start + start,
    end: passage.start + end,
  };
}
