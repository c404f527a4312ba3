import { words } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import { once } from '../once.js';
import { isDigit, isLetter, isWordCharacter } from '../text/characters.js';
import { BLANKS, closesWith, endsWithAny, trimEndOf, withoutFirst } from '../text/ends.js';
import { isMadeOf, literalPattern, startsWithCapital } from '../text/shape.js';
import { skipBack } from '../text/stretches.js';
import type { Scanner } from './scanner.js';

/** The regular expression for a product of the list. `*` stands for the rest of a word. */
const productPattern = (line: string): string => line.split('*').map(literalPattern).join('[A-Za-z0-9-]+');

/**
 * Finds where a product of the list begins a user agent. What follows is a run of `product/version` words, remarks in brackets and a few
 * bare words.
 */
const START = once(
  () =>
    new RegExp(
      `(?<![\\w./-])(?:${words('user-agent-products').map(productPattern).join('|')})\\/(?:v?\\d[\\w.:+-]{0,60}|X(?:\\.X)+|(?=<version>|\\s|$|["'\`)]))`,
      'gi',
    ),
);

const SPACED = /(?<![\w./-])(?:S3 Browser|Microsoft BITS|Fuzz Faster U Fool) v?\d[\w.-]{0,40}/g;
// The words that may follow: `name/version`, a remark in brackets, `prompt`, `ClientAsync`, `sigv4` and the like.
const NEXT = listPattern(
  String.raw`^ (?:(?:[A-Z][a-z]{1,20} )?[A-Za-z_.][\w.+-]{0,60}\/[\w.:+#~-]{1,80}|\((?:[^()\n]|\([^()\n]{0,80}\)){1,300}\)|\[[^[\]\n]{1,80}\]|{user-agent-words}(?![\w/]))`,
);
const IN_PATHS = listPattern(String.raw`^{languages-of-user-agents}\/`, 'i');
const LABELLED = listPattern(
  String.raw`\b(?:User[-_ ]?Agents?|UA)(?: string| header)?s?["'\x60*]{0,3}\s{0,3}(?:[:|]|={1,2}|{behind-user-agent-label})\s{0,30}\[?["'“”‘’\x60*%]{0,3}([^\n"“”‘’\x60|]{4,400})`,
  'gi',
);

/** A tool's own name and version right after the words: "with the user agent heron-scan/0.3". */
const TOLD = listPattern(
  String.raw`\buser[- ]?agents?(?: {user-agent-nouns})?(?: {leads-to-user-agent})?\s{1,3}["'“‘\x60*]{0,3}([A-Za-z][\w.+-]{1,40}\/v?\d[\w.+-]{0,30})`,
  'gi',
);

const CHARACTERS_MAX = 600;

/** Finds user agents: by the products that write them, and after the words "User-Agent:" or "user agent". */
export function findUserAgents(scanner: Scanner): void {
  for (const pattern of [SPACED, START()]) {
    for (const { 0: product, index: start } of scanner.text.matchAll(pattern)) {
      if (scanner.isTaken(start, start + product.length) || isPathOrPackage(scanner.text, start, product)) continue;
      record(scanner, start, endOfProducts(scanner.text, start, product));
    }
  }
  for (const match of scanner.text.matchAll(TOLD())) {
    const start = match.index + match[0].length - (match[1] as string).length;
    if (!scanner.isTaken(start, match.index + match[0].length)) record(scanner, start, match.index + match[0].length);
  }
  for (const match of scanner.text.matchAll(LABELLED())) {
    const raw = match[1] ?? '';
    const start = match.index + match[0].length - raw.length;
    const isQuoted = "'%".includes(scanner.text[start - 1] ?? ' ');
    const [told = ''] = isQuoted ? raw.split("'", 1) : raw.split(/\s{2,}|\s\|\s/);
    const value = trimEndOf(told, `${BLANKS}]|*,;.%`);
    const end = start + value.length;
    if (scanner.isTaken(start, end) || !isUserAgent(value)) continue;
    record(scanner, start, end);
  }
}

/** Where the user agent ends that begins with this product: behind the last of its products and remarks. */
function endOfProducts(text: string, start: number, product: string): number {
  // The same product again begins the next item of a list that has lost its line breaks.
  const again = ` ${product.split('/')[0] ?? ''}/`.toLowerCase();
  let end = start + product.length;
  for (;;) {
    const next = NEXT().exec(text.slice(end, end + 420));
    if (next === null || end - start > CHARACTERS_MAX || next[0].toLowerCase().startsWith(again)) return end;
    end += next[0].length;
  }
}

function record(scanner: Scanner, start: number, end: number): void {
  const value = trimEndOf(scanner.text.slice(start, end), `${BLANKS},;.`);
  scanner.take(start, start + value.length);
  scanner.add('user-agent', value, start, start + value.length);
}

/** Whether a text after a label is a user agent: it has a product with a version, or a remark in brackets. */
function isUserAgent(value: string): boolean {
  if (value.length < 4 || value.length > CHARACTERS_MAX) return false;
  const words = value.split(' ');
  const endsSentence = (word: string, at: number): boolean =>
    closesWith(word, '.!?') && startsWithCapital(words[at + 1] ?? '');
  return opensWithProduct(value, ' .+-', 2) && !words.some(endsSentence);
}

/** Whether a text begins with a name and a version: `heron-scan/0.3`, `tool/v1`. The name is letters, digits and the signs given. */
function opensWithProduct(value: string, signs: string, lengthMin: number): boolean {
  const [name = '', version = ''] = value.split('/', 2);
  const isName = name.length >= lengthMin && name.length <= 41 && isLetter(name[0]) && isMadeOf(name, signs);
  return isName && isDigit(withoutFirst(version, 'v')[0]);
}

const CALLED = ['user agent', 'user-agent', 'useragent', 'user agents', 'user-agents', 'useragents'];

/** `Python/3.9` within a path, or `curl/7.68.0-1ubuntu2` in a package list, is no request's user agent. */
function isPathOrPackage(text: string, start: number, product: string): boolean {
  if (IN_PATHS().test(product)) {
    const before = text.slice(Math.max(0, start - 40), start);
    const words = before.slice(
      0,
      skipBack(before, before.length, (character) => !isWordCharacter(character), 20),
    );
    return words.length === before.length || !endsWithAny(words.toLowerCase(), CALLED);
  }
  return false;
}

/** Whether a user agent names a tool and no product in common use, so that it identifies its user. */
export function isOwnUserAgent(value: string): boolean {
  return opensWithProduct(value, '.+-', 3) && value.search(START()) !== 0;
}
