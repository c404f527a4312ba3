import type { Deed } from '@tripline/telemetry';
import { tokensOf } from '../attribute/cues.js';
import { isVerb, isVerbOf } from '../deeds/verbs.js';
import { wordSet, words } from '../knowledge/load.js';
import { isListed } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { OPENING_QUOTES, opensWith, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasBlank, splitAtBlanks } from '../text/shape.js';
import { skipBack } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const SHORTEST = 8;
const LENGTH_MAX = 200;
/** How a web shell shows: it is asked for. */
const AS_WEB_SHELL = {
  thing: 'url-path',
  seenIn: 'network/webserver',
  deed: 'requested',
  shows: 'T1505.003',
} as const;
/** Characters other than letters and digits that a name within a path has. */
const IN_NAME = '.-_~$()\\/';
/** Signs about a word that belong to none of its letters. */
const ABOUT_WORDS = '.,;:()[]"“”‘’\'`*–—-';
/** Words that stand only between one name and another: "a web shell and hrn.php" calls the script nothing. */
const BETWEEN_NAMES = new Set(['and', 'or', '&']);
/** How many words of a kind's name may stand between a script's name and "web shell": `hrn.aspx China Chopper webshell`. */
const KIND_WORDS_MAX = 2;
/** How far before a path, in words, the web shell may be named that lies there. */
const WORDS_BEFORE = 12;

/** Finds scripts in the folders that web servers hand out, as the paths that are asked for to use them: a web shell at its place. */
export function findWebShells(page: Page): readonly FoundThing[] {
  const found = words('web-roots').flatMap((root) =>
    placesOf(page.lower, root).flatMap((at) => scriptBehind(page, at + root.length) ?? []),
  );
  return withoutEnds(joined([...found, ...namedShells(page), ...shellPaths(page)], ({ value }) => value.toLowerCase()));
}

/** Web shells without those of which the text gives the folder too: the path ends in the name. */
function withoutEnds(found: readonly FoundThing[]): readonly FoundThing[] {
  const nameOf = ({ value }: FoundThing): string => value.slice(value.lastIndexOf('/')).toLowerCase();
  const placed = new Set(found.flatMap((each) => (nameOf(each).length < each.value.length ? [nameOf(each)] : [])));
  return found.filter((each) => nameOf(each).length < each.value.length || !placed.has(nameOf(each)));
}

/** Scripts that are called web shells right beside their names: wherever they lie, a request for them ends in the name. */
function namedShells({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators.flatMap(({ type, value, spans }): readonly FoundThing[] => {
    if (type !== 'file-name' || value.length < SHORTEST || hasBlank(value) || !isOwnScript(value.toLowerCase()))
      return [];
    const told = spans.filter(({ start, end }) => {
      const sentence = sentenceAround(doc.text, start, end);
      const before = splitAtBlanks(doc.text.slice(sentence.start, start)).slice(0, -1).reverse();
      const after = splitAtBlanks(doc.text.slice(end, sentence.end)).slice(1);
      return isCalledBefore(before) || isCalledBehind(after);
    });
    const written = spans.filter((span) => isPutThere(doc.text, span));
    const file: FoundThing = { thing: 'file-name', value, deed: 'dropped', spans: written };
    const asked = [...told, ...written.filter((span) => !told.includes(span))];
    return [
      ...(asked.length === 0 ? [] : [{ ...AS_WEB_SHELL, value: `/${value}`, spans: asked }]),
      ...(written.length === 0 ? [] : [file]),
    ];
  });
}

const PUT: readonly Deed[] = ['written', 'dropped', 'copied', 'created', 'uploaded-to'];
/** How many words may stand between a verb and the name: "dropped a malicious JSP file named". */
const WORDS_TO_NAME = 6;

/** Whether a sentence says that somebody put a script on a server, or leads back to one that the sentence before says was put there: "That file, fen.jspx". */
function isPutThere(text: string, { start, end }: Span): boolean {
  const sentence = sentenceAround(text, start, end);
  const own = text.slice(sentence.start, start);
  const before = tokensOf(own.slice(own.lastIndexOf(' and ') + 1)).slice(-WORDS_TO_NAME);
  const verb = before.findLast((word, at) => isVerb(word.text) && !wordSet('articles').has(before[at - 1]?.text ?? ''));
  if (verb !== undefined) return isVerbOf(PUT, verb.text);
  const [the, file] = before.map((word) => word.text);
  const isBack =
    before.length === 2 && wordSet('points-back').has(the ?? '') && wordSet('nouns-of-files').has(file ?? '');
  if (!isBack || sentence.start < 2) return false;
  const last = sentenceAround(text, sentence.start - 2, sentence.start - 1);
  const told = text.slice(last.start, sentence.start).toLowerCase();
  const isPage = [...wordSet('web-scripts')].some((ending) => told.includes(` .${ending} `));
  return isPage && tokensOf(told).some((word) => isVerbOf(PUT, word.text));
}

/** Paths of scripts that are called web shells right behind them, or of which the words before, or above their list, say that one lies there. */
function shellPaths(page: Page): readonly FoundThing[] {
  const { text } = page;
  let read = 0;
  return placesOf(text, '/').flatMap((slash): readonly FoundThing[] => {
    const at = slash < read ? undefined : pathStart(text, slash);
    const found = at === undefined ? undefined : scriptBehind(page, at);
    if (at === undefined || found === undefined) return [];
    if (wordSet('file-system-roots').has(found.value.split('/')[1] ?? '')) return [];
    const end = at + found.value.length - 1;
    read = end;
    const sentence = sentenceAround(text, at, end);
    const isShell =
      isToldBefore(text.slice(sentence.start, at)) ||
      isToldBefore(captionAbove(text, at)) ||
      isCalledBehind(splitAtBlanks(text.slice(end, sentence.end)).slice(1));
    return isShell ? [found] : [];
  });
}

/** Where a path begins whose first slash this is: behind it, or before it where the path has none at its beginning ("wp-content/fen.php"). */
function pathStart(text: string, slash: number): number | undefined {
  const isOfFolder = (character: string): boolean => isWordCharacter(character) || character === '-';
  const start = skipBack(text, slash, isOfFolder, LENGTH_MAX);
  if (start < slash) return opensWith(text[start - 1] ?? ' ', ` \n\t${OPENING_QUOTES}`) ? start : undefined;
  return '/.:\\~$%'.includes(text[slash - 1] ?? ' ') ? undefined : slash + 1;
}

/** How far above a line the caption of its list may stand, and how many words a line of it has at most. */
const LIST_MAX = 1000;
const LINE_WORDS_MAX = 4;

/** The line that introduces the list of a line which is hardly more than a path; empty where none does. */
function captionAbove(text: string, at: number): string {
  const lines = text.slice(Math.max(0, at - LIST_MAX), at).split('\n');
  const caption = lines.slice(0, -1).findLast((line) => splitAtBlanks(line).length > LINE_WORDS_MAX) ?? '';
  const isAlone = splitAtBlanks(lines.at(-1) ?? '').length <= 2;
  return isAlone && lines.length > 1 && caption.trimEnd().endsWith(':') ? caption.trimEnd().slice(0, -1) : '';
}

/**
 * Whether the words before a path say that a web shell lies there: "the web shell of the intruders was at". A path that it asks for is another host's,
 * and one before the word is by what the web shell came.
 */
function isToldBefore(before: string): boolean {
  const clause = splitAtBlanks(before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf(':')) + 1));
  const near = clause.map((word) => trimEndOf(trimStartOf(word, ABOUT_WORDS), ABOUT_WORDS)).slice(-WORDS_BEFORE);
  const at = near.findLastIndex((word, index) => isWebShell(word) || isWebShell(`${word} ${near[index + 1] ?? ''}`));
  return at >= 0 && !near.slice(at).some((word) => wordSet('asks-of-programs').has(word.toLowerCase()));
}

/** Whether the words before a name, the nearest first, say "web shells named", also before other names. */
function isCalledBefore(words: readonly string[]): boolean {
  const [nearest = '', other = ''] = wordsBehindLinks(words);
  return isWebShell(nearest) || isWebShell(`${other} ${nearest}`);
}

/** Whether the words behind a name say "web shell" or "is a web shell", also behind other names or the name of its kind. */
function isCalledBehind(words: readonly string[]): boolean {
  const told = wordsBehindLinks(words);
  const at = told.findIndex((word, index) => isWebShell(word) || isWebShell(`${word} ${told[index + 1] ?? ''}`));
  return at >= 0 && at <= KIND_WORDS_MAX && told.slice(0, at).every(isCapital);
}

/** Words without those at the beginning that only join a name with what it is called, or with another name. */
function wordsBehindLinks(words: readonly string[]): readonly string[] {
  const told = words
    .map((word) => trimEndOf(trimStartOf(word, ABOUT_WORDS), ABOUT_WORDS))
    .filter((word) => word !== '');
  const isName = (word = ''): boolean => isWebScript(word.slice(word.lastIndexOf('/') + 1).toLowerCase());
  const from = told.findIndex((word, at) =>
    BETWEEN_NAMES.has(word)
      ? !isName(told[at + 1])
      : !isName(word) && !wordSet('web-shell-links').has(word.toLowerCase()),
  );
  return from < 0 ? [] : told.slice(from, from + 2 + KIND_WORDS_MAX);
}

const isWebShell = (words: string): boolean => wordSet('web-shell-words').has(words.toLowerCase());
const isCapital = (word: string): boolean => word !== '' && word[0] !== word[0]?.toLowerCase();

/** Whether a name is a script's that no site has anyway. */
function isOwnScript(name: string): boolean {
  return isWebScript(name) && !isListed('ordinary-pages', name);
}

/** Whether a name is that of a script which web servers run and no product brings. */
function isWebScript(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && wordSet('web-scripts').has(name.slice(dot + 1)) && !wordSet('pages-of-products').has(name);
}

/** The script whose path below its root begins here; its value begins with the slash. */
function scriptBehind({ text, spanOf }: Page, from: number): FoundThing | undefined {
  let end = from;
  while (end - from < LENGTH_MAX && (isWordCharacter(text[end]) || IN_NAME.includes(text[end] ?? ' '))) end += 1;
  while (end > from && !isWordCharacter(text[end - 1])) end -= 1;
  const value = `/${text.slice(from, end).replaceAll('\\', '/')}`;
  const name = value.slice(value.lastIndexOf('/') + 1).toLowerCase();
  const isName = value.lastIndexOf('/') === 0;
  if (value.length < SHORTEST || !(isName ? isOwnScript(name) : isWebScript(name)) || value.includes('//'))
    return undefined;
  // The slash is the text's own but where a path has none at its beginning.
  const isOwn = '/\\'.includes(text[from - 1] ?? ' ');
  return { ...AS_WEB_SHELL, value, spans: [spanOf(isOwn ? from - 1 : from, end)] };
}
