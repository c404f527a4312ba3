import { endsWithAny } from '../text/ends.js';
/**
 * A word's stem, good enough to match a phrase's words in any form (`created`, `creating`, `creation` → `creat`). Phrases and text both use
 * it, so only consistency matters. Takes lower-case words.
 */
export function stem(word: string): string {
  const before = stems.get(word);
  if (before !== undefined) return before;
  const found = stemOf(word);
  if (stems.size >= STEMS_MAX) stems.clear();
  if (word.length <= WORD_MAX) stems.set(word, found);
  return found;
}

/** Most stems that are remembered. A report repeats its words; the bound holds for hostile texts. */
const STEMS_MAX = 20_000;
const WORD_MAX = 40;
const stems = new Map<string, string>();

/** Words with a hyphen are stemmed part by part, so that `command-lines` is what `command` and `line` are together. */
function stemOf(word: string): string {
  return word.includes('-') ? word.split('-').map(stemOfPart).join('-') : stemOfPart(word);
}

function stemOfPart(word: string): string {
  let s = word;
  if (s.length > 4 && s.endsWith('ies')) s = `${s.slice(0, -3)}i`;
  else if (s.length > 4 && s.endsWith('sses')) s = s.slice(0, -2);
  else if (s.length > 3 && s.endsWith('s') && !endsWithAny(s, ['ss', 'us', 'is'])) s = s.slice(0, -1);
  if (s.length > 5 && s.endsWith('ing')) s = s.slice(0, -3);
  else if (s.length > 4 && s.endsWith('ed')) s = s.slice(0, -2);
  else if (s.length > 6 && s.endsWith('ion')) s = s.slice(0, -3);
  if (s.length > 4 && /([b-df-hj-np-rtv-z])\1$/.test(s) && !endsWithAny(s, ['ll', 'ss', 'zz'])) s = s.slice(0, -1);
  if (s.length > 3 && s.endsWith('e')) s = s.slice(0, -1);
  if (s.length > 3 && s.endsWith('y')) s = `${s.slice(0, -1)}i`;
  return s;
}
