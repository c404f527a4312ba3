import { wordTexts } from '../knowledge/load.js';
import { isListed } from '../knowledge/word-pattern.js';
import { once } from '../once.js';
import { isDigit, isLetter } from '../text/characters.js';
import { capitalised, hasAnyPart, isMadeOf, isNumber } from '../text/shape.js';
import { isAll } from '../text/stretches.js';

/** The past participle for a verb of an operation's name: `create` gives "Created". */
export function doneBy(verb: string): string | undefined {
  return wordTexts('verbs-done').get(verb);
}

/** Whether a word of a name, with its capital, says that something has been done: the last of `CustomerTakeoutCreated`. */
export function isDone(word: string): boolean {
  return participles().has(word);
}

const participles = once(() => new Set(wordTexts('verbs-done').values()));

/** The words of a name in camel case: `CreateDBSnapshot` gives Create, DB, Snapshot. */
function camelWords(name: string): readonly string[] {
  return name.match(/[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name];
}

const capital = (word: string): string =>
  isListed('capital-abbreviations', word) ? word.toUpperCase() : capitalised(word);

/** How long the date at the end of an operation's name is. */
const DATE = 'YYYYMMDD'.length;

/** An operation's name without the date that some of AWS have at their end: `ListFunctions20150331`. */
export function withoutDate(name: string): string {
  const version = name.lastIndexOf('v');
  const unversioned = isNumber(name.slice(version + 1)) ? name.slice(0, Math.max(version, 0)) : '';
  const dated = [unversioned, name].find((each) => each.length >= DATE && isNumber(each.slice(-DATE)));
  return dated?.slice(0, -DATE) ?? name;
}

/** Whether a part of a method's name is a version: `v1`, `v2beta3`, `alpha`. */
function isApiVersion(part: string): boolean {
  return part === 'alpha' || part === 'beta' || (part[0] === 'v' && isDigit(part[1]) && isMadeOf(part, ''));
}

/** A method of Google Cloud without the version before it, which calls write differently. */
export function withoutApiVersion(name: string): string {
  const [first = ''] = name.split('.', 1);
  return first.length < name.length && isApiVersion(first) ? name.slice(first.length + 1) : name;
}

/**
 * What an operation did, as a title says it: `CreateAccessKey` gives "Access Key Created", `instances.insert` "Instances Created",
 * `virtualMachines/delete` "Virtual Machines Deleted", `customerTakeoutCreated` itself. A name whose verb is unknown is given as "X Called".
 */
function operationTitle(name: string): string {
  const plain = withoutDate(name);
  const parts = plain
    .replaceAll('/', '.')
    .split('.')
    .filter((part) => !isApiVersion(part) && !['', 'google', 'action'].includes(part));
  const last = parts.at(-1) ?? plain;
  const [verb = '', ...rest] = camelWords(last);
  const done = doneBy(verb.toLowerCase());
  if (done === undefined) {
    const said = parts.slice(-1).flatMap(camelWords).map(capital);
    return isDone(said.at(-1) ?? '') ? said.join(' ') : `${said.join(' ')} Called`;
  }
  const owner =
    hasAnyPart(last, ['IamPolicy', 'Metadata']) && isAll(parts.at(-2) ?? '', isLetter)
      ? camelWords(parts.at(-2) ?? '')
      : [];
  const object = rest.length > 0 ? [...owner, ...rest] : camelWords(parts.at(-2) ?? '');
  return `${object.map(capital).join(' ')} ${done}`.trim();
}

/** What a title that names several operations has room for, in characters: a system's name stands before it. */
const ROOM = 75;
const MOST_NAMED = 3;

/** One title for several operations: those are named that it has room for, at most three; that there are others is said. */
export function operationTitles(names: readonly string[]): string {
  const titles = [...new Set(names.map(operationTitle))];
  for (let count = Math.min(titles.length, MOST_NAMED); count > 1; count -= 1) {
    const named = titles.slice(0, count);
    const last = count === titles.length ? named.pop() : 'Others';
    const title = `${named.join(', ')} And ${last}`;
    if (title.length <= ROOM) return title;
  }
  const [first = ''] = titles;
  return titles.length > 1 ? `${first} And Others` : first;
}
