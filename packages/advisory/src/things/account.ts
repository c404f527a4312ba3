import { awsOperations } from '@tripline/attack';
import { tokensOf } from '../attribute/cues.js';
import { hasPhrase } from '../deeds/word-row.js';
import { isStandIn } from '../draft/stand-in.js';
import { wordSet, words } from '../knowledge/load.js';
import { hasWordOf, isListed } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { toolOf } from '../segment/programs.js';
import { isCapital, isDigit, isSmallLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { endsWithAny, withoutLast } from '../text/ends.js';
import { saidBefore } from '../text/sentence-ends.js';
import { hasAny, hasHump, isMadeOf, isNumber } from '../text/shape.js';
import { oneOf, skip } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const NAME = { min: 3, max: 64 } as const;
const QUOTES = new Set('"\'“”‘’`');
/** How far before the word is read what was done with the account. */
const NEAR = 80;
/** How many words before "account" are read for "new", and how many may say what kind it is. */
const WORDS_OF_NEW = 2;
const KINDS_MAX = 3;
/** How far before the word its sentence is read. */
const SAID_MAX = 120;
const ONE = new Set(['a', 'an', 'another']);
/** Words that may stand between "account" and its name. */
const BETWEEN_MAX = 2;

/** How many words may say what kind of account a label is for: "Compromised IAM user". */
const LABEL_WORDS_MAX = 3;

/** Finds accounts that are called by their names: "an account named heron7", "the account svc_heron", "IAM user | heron" among indicators. */
export function findAccounts(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const word of words('account-words')) {
    for (const at of placesOf(page.lower, word)) {
      if (isWordCharacter(page.text[at - 1]) || isWordCharacter(page.text[at + word.length])) continue;
      if (isResource(page.lower, at) || isOfIntrudersServer(page.lower, at)) continue;
      const listed = listedName(page, at, at + word.length);
      const account = listed ?? nameBehind(page, at + word.length, word === 'account');
      if (account !== undefined) found.push(listed ?? { ...account, ...deedBefore(page, at) });
    }
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

/** Whether the word before says that the account is a thing of a cloud and nobody's: "a storage account". */
function isResource(lower: string, at: number): boolean {
  return wordSet('accounts-of-clouds').has(
    lower
      .slice(Math.max(0, at - NEAR), at)
      .trimEnd()
      .split(' ')
      .at(-1) ?? '',
  );
}

/** Whether the words before, in its sentence, say that it is one of the intruder's own server, of which no log of a victim knows. */
function isOfIntrudersServer(lower: string, at: number): boolean {
  return hasPhrase(saidBefore(lower, at, SAID_MAX), 'intruders-consoles');
}

/**
 * What the words before say was done with the account, whatever verb follows: a new one was made ("a new local user"), and another was used to log on
 * ("by RDP with the account", "used the account … to log on").
 */
function deedBefore({ lower }: Page, at: number): Pick<FoundThing, 'deed'> {
  const before = lower.slice(Math.max(0, at - NEAR), at);
  const words = tokensOf(before).map(({ text }) => text);
  if (isMade(words)) return { deed: 'created' };
  const near = words.slice(-KINDS_MAX - 1);
  const isUsed = near.some((word) => wordSet('account-used').has(word)) && !near.includes('to');
  return isUsed && hasWordOf('remote-logons', before + lower.slice(at, at + SAID_MAX).split('.', 1)[0])
    ? { deed: 'logged-on-as' }
    : {};
}

/**
 * Whether the words before "account" say that there was none before: "a new local", "added a local". Whoever adds *the* user to something means
 * one that is there.
 */
function isMade(before: readonly string[]): boolean {
  if (before.slice(-WORDS_OF_NEW).includes('new')) return true;
  const article = before.findLastIndex((word) => ONE.has(word));
  const kinds = before.slice(article + 1);
  if (kinds.some((word) => wordSet('account-there').has(word))) return false;
  return article > 0 && kinds.length <= KINDS_MAX && wordSet('account-made').has(before[article - 1] ?? '');
}

/** The name behind the word: quoted, or introduced as a name and no word of a sentence. */
function nameBehind(page: Page, from: number, isAccount: boolean): FoundThing | undefined {
  const { text, lower } = page;
  let at = from;
  let isIntroduced = false;
  for (let skipped = 0; skipped <= BETWEEN_MAX; skipped += 1) {
    while (text[at] === ' ' || text[at] === ':' || text[at] === ',') at += 1;
    const isQuoted = QUOTES.has(text[at] ?? ' ');
    const start = isQuoted ? at + 1 : at;
    const end = nameEnd(text, start);
    const isClosed = !isQuoted || QUOTES.has(text[end] ?? ' ');
    const value = text.slice(start, end);
    const isOwn =
      isMadeUp(value) ||
      value.includes('@') ||
      (isAccount && hasHump(value) && !isListed('product-names', value) && toolOf(value) === undefined);
    if ((isQuoted || isIntroduced || isOwn) && isClosed && isName(value, isQuoted))
      return { thing: 'account-name', value, spans: [page.spanOf(start, end)] };
    if (!wordSet('before-account-names').has(lower.slice(start, end))) return undefined;
    isIntroduced = true;
    at = end;
  }
  return undefined;
}

const isSpace = oneOf(' \t');

/** The account that a row or line of the indicators has behind its label: whatever it did is looked for. */
function listedName(page: Page, at: number, from: number): FoundThing | undefined {
  const { text } = page;
  const line = text.lastIndexOf('\n', at) + 1;
  const separator = skip(text, from, isSpace);
  const isLabel = (text[separator] === '|' || text[separator] === ':') && tokensOf(text.slice(line, from)).length;
  if (isLabel === false || isLabel > LABEL_WORDS_MAX || page.blockAt(at)?.role !== 'indicators') return undefined;
  const start = skip(text, separator + 1, isSpace);
  const end = nameEnd(text, start);
  const next = text[skip(text, end, isSpace)] ?? '\n';
  const value = text.slice(start, end);
  // "User | Host" is the head of a table.
  const isHead = isCapital(value[0]) && value.slice(1) === value.slice(1).toLowerCase() && !hasAny(value, '@._-');
  if ((next !== '|' && next !== '\n') || isHead || !isName(value, true)) return undefined;
  return { thing: 'acting-account', value, spans: [page.spanOf(start, end)] };
}

/** Words behind which a mail address is the name of who signs in or of who is given a role. */
const BEFORE_USERS = ['signed in as', 'signing in as', 'logged in as', 'logging in as', 'assigned to', 'granted to'];

/** Whether the words right before a place call what stands there a user: a mail address there is the user's name. */
export function isNameOfUser(text: string, start: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', start) + 1, start - NEAR), start).toLowerCase();
  if (endsWithAny(line.trimEnd(), BEFORE_USERS)) return true;
  const before = tokensOf(line).slice(-BETWEEN_MAX - 1);
  const at = before.findLastIndex((word) => !wordSet('before-account-names').has(word.text) || isUser(word.text));
  return isUser(before[at]?.text ?? '');
}

const isUser = (word: string): boolean => word.startsWith('user') && wordSet('account-words').has(word);

function nameEnd(text: string, start: number): number {
  const isInName = (at: number): boolean => isWordCharacter(text[at]) || '.$-'.includes(text[at] ?? ' ');
  let end = start;
  while (isInName(end)) end += 1;
  // Clouds call accounts by mail addresses.
  if (end > start && text[end] === '@' && isWordCharacter(text[end + 1])) {
    end += 1;
    while (isInName(end)) end += 1;
  }
  while (end > start && '.-'.includes(text[end - 1] as string)) end -= 1;
  return end;
}

/** Whether a word is a name and nothing else, so that nothing need introduce it: letters with an underscore, or with digits at the end. */
function isMadeUp(value: string): boolean {
  const name = withoutLast(value, '$');
  const rest = name.slice(skip(name, 0, isOfWord));
  if (!isSmallLetter(name[0]) || rest !== rest.toLowerCase()) return false;
  return isNumber(rest) ? rest.length <= 4 : rest.length > 1 && rest.startsWith('_') && isMadeOf(rest, '-');
}

const isOfWord = (character: string): boolean => isSmallLetter(character) || character === '-';

function isName(value: string, isQuoted: boolean): boolean {
  if (value.length < NAME.min || value.length > NAME.max || isStandIn(value)) return false;
  const lower = value.toLowerCase();
  if (wordSet('accounts-of-everybody').has(lower) || wordSet('before-account-names').has(lower)) return false;
  return (
    isQuoted ||
    (!isOperation(value) &&
      [...value.slice(1)].some((each) => isDigit(each) || '_$.'.includes(each) || (each >= 'A' && each <= 'Z')))
  );
}

/** Whether a word is a call of AWS: "attached to the new account with AttachUserPolicy". */
function isOperation(value: string): boolean {
  return awsOperations(value).length > 0;
}
