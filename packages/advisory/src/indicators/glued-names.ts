import { wordSet } from '../knowledge/load.js';
import type { Indicator } from '../model.js';
import { isCapital, isHexDigit, isLetter, isSmallLetter, isWordCharacter } from '../text/characters.js';
import { startsWithAny } from '../text/ends.js';
import { isAll, stretchesOf } from '../text/stretches.js';
import { isHash } from './hash-record.js';

/** Shorter beginnings belong to the name. */
const PREFIX_MIN = 4;
const SHOUTED_MIN = 3;

/**
 * Leaves out names of files whose beginning is a word of the line before, which a page that lost its line ends glued to them: "LSASSpc.dll" and
 * "informationAddPackage.dll" where `pc.dll` and `AddPackage.dll` are named too, names that go on behind an ending, "a.exeb.ps1",
 * and names to which a hash is glued.
 */
export function withoutGluedNames(indicators: readonly Indicator[]): readonly Indicator[] {
  const names = new Set(indicators.flatMap(({ type, value }) => (type === 'file-name' ? [value.toLowerCase()] : [])));
  return indicators.filter(
    ({ type, value }) =>
      type !== 'file-name' || !(isGlued(value, names) || goesOn(value) || hasGluedHash(value) || isGluedToLabel(value)),
  );
}

const LABEL = 'Filename';

/** Whether the label of a column is glued to a name, or to the words before it: "Filenamefen.exe", "toolsFilenamefen.exe". */
export function isGluedToLabel(name: string): boolean {
  const at = name.indexOf(LABEL);
  const next = name.charAt(at + LABEL.length);
  return at >= 0 && isWordCharacter(next) && (at > 0 || isSmallLetter(next));
}

/** Fewest digits of a hash. */
const DIGITS_MIN = 32;

/** Whether a hash of the cell before or behind is glued to a name: 32 digits with more letters about them. A file may be named after its hash alone. */
function hasGluedHash(name: string): boolean {
  const stem = name.slice(0, name.lastIndexOf('.'));
  return stretchesOf(stem, isHexDigit).some(
    ({ text, start, end }) =>
      text.length >= DIGITS_MIN && (isWordCharacter(stem[start - 1]) || isWordCharacter(stem[end]) || !isHash(text)),
  );
}

function isGlued(name: string, names: ReadonlySet<string>): boolean {
  for (let at = SHOUTED_MIN; at < name.lastIndexOf('.') && isLetter(name[at - 1]); at += 1)
    if (isWordBefore(name.slice(0, at), name.charAt(at)) && names.has(name.slice(at).toLowerCase())) return true;
  return false;
}

/** Whether a beginning is a word of prose before a name: in small letters before a capital, or in capitals before a small one. */
function isWordBefore(prefix: string, next: string): boolean {
  if (isAll(prefix, isCapital)) return isSmallLetter(next);
  return (
    prefix.length >= PREFIX_MIN && isCapital(next) && isAll(prefix, isSmallLetter) && wordSet('prose-words').has(prefix)
  );
}

/** How words begin whose first letters are an ending: "Fen.Script.dll", "Fen.Executor.exe". */
const BEGUN_LIKE_ENDINGS = ['script', 'screen', 'execut', 'batch', 'batter', 'dllhost', 'cmdlet'] as const;

/** Whether a part within a name begins with the ending of a program or script: two names without a blank. */
function goesOn(name: string): boolean {
  const inner = name.toLowerCase().split('.').slice(1, -1);
  const endings = [...wordSet('left-program-endings')].filter((ending) => ending.length > 2);
  return inner.some(
    (part) =>
      endings.some((ending) => part.startsWith(ending) && part.length > ending.length) &&
      !startsWithAny(part, BEGUN_LIKE_ENDINGS),
  );
}
