import { wordRows, wordSet } from '../knowledge/load.js';
import { isBlank, placesOf } from '../text/characters.js';
import { type Token, tokensOf } from './cues.js';

/** How many words may stand between a denial and the thing it denies: "no other new service", "the file on these hosts was not seen". */
const BEFORE_WORDS = 4;
const BEHIND_WORDS = 6;
/** In a list ("no accounts, services or tasks") more stand between. */
const LIST_WORDS = 12;
const LIST_CHARACTERS = 80;
/** Enough for two words. */
const AHEAD_CHARACTERS = 40;
const THEY = new Set(['they', 'he', 'she', 'it']);
/** "Need" and such are no past forms. */
const SHORTEST_PAST = 4;
/** Marks that end a clause before a blank; within a word they belong to a name or an address. */
const CLAUSE_ENDS = '.;:!?';

/** Whether "no" and a thing behind it belong together: nothing but the thing's own words, or other things of one list, stand between. */
export function isDeniedThing(text: string, from: number, to: number, end: number): boolean {
  const between = text.slice(from, to);
  if (endsClause(between)) return false;
  const words = tokensOf(between).map((token) => token.text);
  if (words.some((word) => wordSet('clause-marks').has(word) || wordSet('prepositions').has(word))) return false;
  if (words.length <= BEFORE_WORDS && !between.includes(',')) return true;
  return words.length <= LIST_WORDS && (words.some(isOr) || endsInOr(text.slice(end, end + LIST_CHARACTERS)));
}

/** Whether what is denied behind a thing is that thing: nothing else is told between. */
export function isDeniedBehind(between: string): boolean {
  if (endsClause(between) || between.includes(',')) return false;
  const words = tokensOf(between);
  return words.length <= BEHIND_WORDS && !words.some((word) => wordSet('clause-marks').has(word.text));
}

/**
 * Whether a clause ends between a denial and a place, so that the denial does not reach it: by a word of contrast, by "and" with a verb of its
 * own ("did not wait and deleted"), or by a comma that is neither one of a pair around an insertion nor one of a list with "or".
 */
export function isOtherClause(text: string, from: number, to: number): boolean {
  if (turns(text, from, to)) return true;
  const between = text.slice(from, to);
  const words = tokensOf(between);
  const commas = placesOf(between, ',').filter((at) => isBlank(between[at + 1] ?? ' '));
  const [first] = commas;
  // "did not, however, delete": an insertion right behind the denial.
  if (first === undefined || commas.length === 2 || between.slice(0, first).trim() === '') return false;
  return !words.some((word) => isOr(word.text)) && !endsInOr(text.slice(to, to + LIST_CHARACTERS));
}

/** Whether a word of contrast, or "and" with a verb of its own, stands between two places: what is said before does not hold behind. */
export function turns(text: string, from: number, to: number): boolean {
  const words = tokensOf(text.slice(from, to));
  // The place may begin with the verb itself: "did not wait and | deleted the shadow copies".
  const ahead = [...words, ...tokensOf(text.slice(to, to + AHEAD_CHARACTERS)).slice(0, 2)];
  return words.some(({ text: word }, index) => wordSet('contrast-words').has(word) || beginsDeed(ahead, index));
}

/** Whether a word is "and" with a verb behind it that tells a deed of its own. */
function beginsDeed(words: readonly Token[], index: number): boolean {
  if (words[index]?.text !== 'and') return false;
  // "had not created and started": both are denied.
  if (index > 0 && tellsDeed(words[0]?.text)) return false;
  const [next, second] = words.slice(index + 1, index + 3).map(({ text }) => text);
  return tellsDeed(next) || (next !== undefined && (next.endsWith('ly') || THEY.has(next)) && tellsDeed(second));
}

/** Whether a word is a verb that tells a deed of somebody: not its base form, which may go on a denial ("did not find and copy"). */
function tellsDeed(word: string | undefined): boolean {
  if (word === undefined || word.endsWith('ing') || word.endsWith('ion')) return false;
  if (word.length > SHORTEST_PAST && word.endsWith('ed') && !word.endsWith('eed')) return true;
  return [...wordRows('deed-verbs').values()].some((forms) => forms?.has(word) === true && !isBase(word, forms));
}

/** Whether another form of a verb begins with this one. */
function isBase(word: string, forms: ReadonlySet<string>): boolean {
  const stem = word.endsWith('e') ? word.slice(0, -1) : word;
  return [...forms].some((form) => form !== word && form.startsWith(stem) && form.length > word.length);
}

/** Whether a text has a mark that ends a clause or a sentence. */
export function endsClause(text: string): boolean {
  for (let at = 0; at < text.length; at += 1)
    if (CLAUSE_ENDS.includes(text.charAt(at)) && isBlank(text[at + 1] ?? ' ')) return true;
  return text.includes('\n');
}

function isOr(word: string): boolean {
  return word === 'or' || word === 'nor';
}

function endsInOr(after: string): boolean {
  for (const { text } of tokensOf(after)) {
    if (isOr(text)) return true;
    if (wordSet('clause-marks').has(text)) return false;
  }
  return false;
}
