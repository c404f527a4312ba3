import { onceEachWord } from '../once.js';
import { endsWithAny } from '../text/ends.js';

/**
 * A word's stem, good enough to match a phrase's words in any form (`created`, `creating`, `creation` → `creat`). Phrases and text both use
 * it, so only consistency matters. Takes lower-case words.
 */
export const stem = onceEachWord(stemOf);

/** Words with a hyphen are stemmed part by part, so that `command-lines` is what `command` and `line` are together. */
function stemOf(word: string): string {
  return word.includes('-') ? word.split('-').map(stemOfPart).join('-') : stemOfPart(word);
}

function stemOfPart(word: string): string {
  const stem = undoubled(withoutSuffix(withoutPlural(withoutPossessive(word))));
  const bare = stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
  // A note denies nothing.
  if (bare === 'not' && word !== 'not') return 'note';
  return bare.length > 3 && bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}i`;
  if (word.length > 4 && word.endsWith('sses')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !endsWithAny(word, ['ss', 'us', 'is']) ? word.slice(0, -1) : word;
}

function withoutSuffix(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  return word.length > 6 && word.endsWith('ion') ? word.slice(0, -3) : word;
}

/** A word without the second of two equal consonants at its end: `dropp`. */
function undoubled(word: string): string {
  const [before, last = ''] = word.slice(-2);
  const isDoubled = before === last && last >= 'a' && last <= 'z' && !'aeiou'.includes(last);
  return word.length > 4 && isDoubled && !endsWithAny(word, ['ll', 'ss', 'zz']) ? word.slice(0, -1) : word;
}

/** A word without the ending that says what belongs to it: `console's` is `console`, `attackers'` is `attackers`. */
function withoutPossessive(word: string): string {
  // The mark behind a name in quotes is no possessive.
  if (endsWithAny(word, ["s'", 's’']) && !word.includes('_')) return word.slice(0, -1);
  return word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word;
}
