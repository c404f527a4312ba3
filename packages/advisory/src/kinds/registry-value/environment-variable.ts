import { tokensOf } from '../../attribute/cues.js';
import { wordSet, wordTexts } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isWordCharacter, placesOf } from '../../text/characters.js';
import { QUOTES } from '../../text/ends.js';

const NOUN = 'environment variable';
const KEY = 'HKCU\\Environment';
const NAME = { min: 5, max: 40 } as const;
/** How far behind the noun its name may begin: "(in our case, this was called SaltoQ)". */
const NAMED_WITHIN = 60;
/** Variables that every host has, beside those that name folders. */
const OF_SYSTEM: ReadonlySet<string> = new Set([
  ...['computername', 'comspec', 'homedrive', 'homepath', 'logonserver', 'onedrive', 'pathext', 'psmodulepath'],
  ...['systemdrive', 'userdomain', 'username', 'userprofile'],
]);

/** A variable of the user's environment that a passage says was set, with the path of its value. The place is the passage's. */
interface SetVariable extends Span {
  readonly path: string;
}

/** Finds environment variables that a sentence says were made under a name: "creates a user environment variable called SaltoQ". */
export function environmentVariables({ text }: Passage): readonly SetVariable[] {
  return placesOf(text.toLowerCase(), NOUN).flatMap((at): readonly SetVariable[] => {
    const end = at + NOUN.length;
    const sentence = sentenceAround(text, at, end);
    if (!hasWordOf('registry-changed', text.slice(sentence.start, at))) return [];
    const words = tokensOf(text.slice(end, Math.min(sentence.end, end + NAMED_WITHIN)), end);
    const naming = words.find((word) => wordSet('name-givers').has(word.text));
    const name = naming === undefined ? undefined : nameAt(text, naming.end);
    return name === undefined ? [] : [{ path: `${KEY}\\${text.slice(name.start, name.end)}`, ...name }];
  });
}

const isOfSystem = (name: string): boolean => OF_SYSTEM.has(name) || wordTexts('windows-variables').has(name);

function nameAt(text: string, from: number): Span | undefined {
  let start = from;
  while (start - from < 3 && ` %${QUOTES}`.includes(text[start] ?? '|')) start += 1;
  let end = start;
  while (end - start < NAME.max && isWordCharacter(text[end])) end += 1;
  const name = text.slice(start, end);
  // A word of the language is no name: "called by the loader".
  const isName = name.length >= NAME.min && name !== name.toLowerCase();
  return isName && !isOfSystem(name.toLowerCase()) ? { start, end } : undefined;
}
