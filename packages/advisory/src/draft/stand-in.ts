import { wordSet } from '../knowledge/load.js';
import { hasWordOf, listPattern } from '../knowledge/word-pattern.js';
import { isCapital, isHexDigit, isLetter, isWordCharacter } from '../text/characters.js';
import { startsWithAny } from '../text/ends.js';
import { isMadeOf, splitPath } from '../text/shape.js';
import { type CharacterClass, isAll, skip } from '../text/stretches.js';

const COMPOUND = listPattern(
  String.raw`^(?:your|my|the|some|victim|target)?[_ -]?{stand-in-owners}[_ -]?(?:name|address)s?\d?(?:\.\w{2,4})?$`,
  'i',
);
const CAPITALS = listPattern(String.raw`^{stand-in-capitals}\d?(?:\.\w{2,4})?$`);

/** Whether a name is marked as a stand-in: by brackets around it, or by a word that says so. */
function isMarked(name: string): boolean {
  const lower = name.toLowerCase();
  const isWithin = (open: string, close: string): boolean => lower.startsWith(open) && lower.endsWith(close);
  return (
    isWithin('<', '>') ||
    isWithin('[', ']') ||
    (isWithin('{', '}') && isMadeOf(lower.slice(1, -1), '')) ||
    ['x.x.x.x', 'c2 server'].includes(lower) ||
    (lower.startsWith('victim') && isMadeOf(lower, '')) ||
    lower.startsWith('redacted') ||
    (startsWithAny(lower, ['random-', 'random_', 'random ']) &&
      hasWordOf('called-random', lower.slice('random'.length)))
  );
}

/** Whether a name has a word in capitals between at signs, as templates of programs have them: `@RANDOM@`. */
function hasWordInSigns(name: string): boolean {
  const isOfTemplate: CharacterClass = (character) => isCapital(character) || character === '_';
  const between = name.split('@').slice(1, -1);
  return between.some((part) => part.length >= 3 && isAll(part, isOfTemplate));
}

/** Whether a name has a variable that a script sets itself, or the place of the script: `%DLL_NAME%`, `%~dp0`. */
function hasOwnVariable(name: string): boolean {
  const parts = name.split('%');
  if (parts.length < 3) return parts.some((part, at) => at > 0 && part.startsWith('~'));
  return parts.slice(1, -1).some((part) => part.startsWith('~') || isVariableName(part));
}

function isVariableName(part: string): boolean {
  const isOfName: CharacterClass = (character) => isCapital(character) || character === '_';
  return part.includes('_') && isAll(part, isOfName);
}

/** Whether an analyst gave a file its name: `extracted-beacon.exe`, `driverA.sys`. */
function isAnalysts(name: string): boolean {
  const end = skip(name, 0, isLetter);
  if (name[end] === '.') return isCapital(name[end - 1]) && wordSet('analysts-counted').has(name.slice(0, end - 1));
  return '-_'.includes(name[end] ?? ' ') && wordSet('analysts-name-starts').has(name.slice(0, end).toLowerCase());
}

/**
 * Whether a name replaces one that the report's authors do not show: `DomainName.dll`, `SERVER`, `<user>`, `[REDACTED]`. Takes a file name,
 * one component of a path, or an argument.
 */
export function isStandIn(name: string): boolean {
  const bare = name.slice(skip(name, 0, (character) => !isWordCharacter(character) && !'<[{'.includes(character)));
  if (hasWordInSigns(name) || hasOwnVariable(name)) return true;
  return COMPOUND().test(bare) || CAPITALS().test(bare) || isMarked(bare) || isAnalysts(bare);
}

/** Whether a path has a brace that opens no GUID: what it encloses stands for something else. */
export function hasBrace(path: string): boolean {
  const opened = path.split('{').slice(1);
  return opened.some((part) => part[8] !== '-' || !isAll(part.slice(0, 8), isHexDigit));
}

/** Whether any component of a path is a stand-in. Such a path never matches. */
export function hasStandIn(path: string): boolean {
  return splitPath(path).some((component) => component !== '' && isStandIn(component));
}
