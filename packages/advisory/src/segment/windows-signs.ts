import { hasWordEnd, isLetter, placesOf } from '../text/characters.js';
import { hasAnyPart, isMadeOf, splitAtBlanks } from '../text/shape.js';
import { isAll } from '../text/stretches.js';

/** Most letters of an option that Windows' own programs have: `/all`. */
const OPTION_MAX = 3;

/** Whether a command has what only those of Windows have: a drive, a variable between percent signs, a hive, a short option with a slash. */
export function hasWindowsSigns(command: string): boolean {
  return (
    placesOf(command, ':\\').some((at) => isLetter(command[at - 1])) ||
    within(command.split('%')).some((name) => isMadeOf(name, '')) ||
    hasAnyPart(command.toUpperCase(), ['HKLM', 'HKCU']) ||
    within(splitAtBlanks(command)).some(isShortOption)
  );
}

/** Whether a command names a file with one of some endings, given with their points and in lower case. */
export function namesFileOf(command: string, endings: readonly string[]): boolean {
  const lower = command.toLowerCase();
  return endings.some((ending) => hasWordEnd(lower, ending));
}

/** The parts that have another on either side. */
const within = (parts: readonly string[]): readonly string[] => parts.slice(1, -1);

function isShortOption(word: string): boolean {
  return word[0] === '/' && word.length <= OPTION_MAX + 1 && isAll(word.slice(1), isLetter);
}
