import { wordRows } from '../knowledge/load.js';
import { once, onceEach } from '../once.js';
import { lettersInWords, splitAtBlanks } from '../text/shape.js';
import type { DraftBlock } from './draft-block.js';

/** How much of a text is read to recognise its language. */
const CHARACTERS_MAX = 20_000;
/** With fewer words of a language the result would be chance. */
const HITS_MIN = 4;
/** Least share of a language's small words in a text; a list of names has none. */
const SHARE_MIN = 0.06;
/** Least share of a script's letters among all letters that decides the language. */
const SCRIPT_SHARE_MIN = 0.3;

/** Scripts that are used for only one language, or nearly so. Kana come before Han, since Japanese has both. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', scripts('Hiragana', 'Katakana')],
  ['ko', scripts('Hangul')],
  ['zh', scripts('Han')],
  // Letters that Persian has and Arabic does not.
  ['fa', /[پچژگک]/gu],
  ['ar', scripts('Arabic')],
  ['he', scripts('Hebrew')],
  ['el', scripts('Greek')],
  ['th', scripts('Thai')],
  ['hi', scripts('Devanagari')],
];
/** Least shares of letters that are only scattered among others: kana, and the letters that Persian alone has. */
const SPRINKLED: Readonly<Record<string, number>> = { ja: 0.1, fa: 0.03 };

/** The language of a document's sentences as an ISO 639-1 code; undefined where there are too few. */
export function languageOf(blocks: readonly DraftBlock[]): string | undefined {
  const text = proseOf(blocks);
  const ofScript = languageOfScript(text);
  if (ofScript !== undefined) return ofScript;
  const words = lettersInWords(withoutLongRuns(text.toLowerCase()));
  const hits = hitsByLanguage(words);
  const [best] = [...hits].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (best === undefined || best[1] < HITS_MIN || best[1] < words.length * SHARE_MIN) return undefined;
  return best[0];
}

/** Longer runs without a blank are hashes and addresses, whose single letters would count as small words. */
const RUN_MAX = 30;

function withoutLongRuns(text: string): string {
  return splitAtBlanks(text)
    .filter((word) => word.length <= RUN_MAX)
    .join(' ');
}

/** The language that alone uses the script of a text. */
function languageOfScript(text: string): string | undefined {
  if (!hasOtherScript(text)) return undefined;
  const letters = lettersInWords(text).reduce((sum, word) => sum + [...word].length, 0);
  for (const [language, script] of SCRIPTS) {
    const share = (text.match(script)?.length ?? 0) / (letters || 1);
    if (share >= (SPRINKLED[language] ?? SCRIPT_SHARE_MIN)) return language;
  }
  return undefined;
}

/** Blocks of Unicode with letters that are not Latin, by their first and last code. Marks and symbols, which every text has, lie between. */
const OTHER_SCRIPTS: readonly (readonly [number, number])[] = [
  [0x370, 0x1fff],
  [0x2c00, 0xd7ff],
  [0xf900, 0xfdff],
  [0xfe70, 0xfefe],
  [0xff66, 0xffdc],
];

const FIRST_OTHER = 0x370;

function hasOtherScript(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_OTHER && OTHER_SCRIPTS.some(([first, last]) => code >= first && code <= last)) return true;
  }
  return false;
}

/** Matches the letters of some scripts, by the names that Unicode gives them. */
function scripts(...names: readonly string[]): RegExp {
  return new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}]`, 'gu');
}

function proseOf(blocks: readonly DraftBlock[]): string {
  let text = '';
  for (const block of blocks) {
    if (block.type === 'code' || block.type === 'table-row') continue;
    text += `${block.text.slice(0, CHARACTERS_MAX - text.length)}\n`;
    if (text.length >= CHARACTERS_MAX) break;
  }
  return text;
}

/** The languages that have a small word. */
const languagesOf = once(() => {
  const languages = new Map<string, string[]>();
  for (const [language, own] of wordRows('languages'))
    for (const word of own ?? []) onceEach(languages, () => [])(word).push(language);
  return languages;
});

function hitsByLanguage(words: readonly string[]): ReadonlyMap<string, number> {
  const hits = new Map<string, number>();
  for (const word of words)
    for (const language of languagesOf().get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  return hits;
}
