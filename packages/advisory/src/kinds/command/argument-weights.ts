import { hasStandIn, isStandIn } from '../../draft/stand-in.js';
import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { toolOf } from '../../segment/programs.js';
import { isDigit, isHexDigit, isLetter } from '../../text/characters.js';
import { endingOf, opensWith, startsWithAny, withoutFirst } from '../../text/ends.js';
import { hasAny, hasAnyPart, hasLetter, isMadeOf, isNumber, isOfCode } from '../../text/shape.js';
import { isAll, isOfBase64, oneOf, skip } from '../../text/stretches.js';

const GENERIC_OPTIONS = new Set(
  '/c /k /q /s /f /y /i /v -c -e -s -f -r -i -q -v -n -w -p -u -o -a -d -l -h --help /? 2>&1 >nul nul -k -x -t --'.split(
    ' ',
  ),
);

const isOfWidth = oneOf('0123456789.');
const isConversion = oneOf('sdxu');

/** Whether a text is a placeholder that a program fills in: `%s`, `%s1`, `%08x`. */
function isFormat(text: string): boolean {
  const width = skip(text, 1, isOfWidth, 4);
  const end = skip(text, width, isConversion, 1);
  return text[0] === '%' && end > width && skip(text, end, isDigit, 1) === text.length;
}

/** Exports that thousands of libraries have. */
const EVERY_LIBRARY = listPattern(String.raw`^#?(?:{everyday-exports}|\d+)$`);
const FOLDER_OR_ENDING = listPattern(String.raw`^\\?{everyday-folders}$|^\.\w{2,4}(?:\.\w{2,4})?$`);
const PLACEHOLDER = listPattern(
  String.raw`<[^>]*>?|\[{bracketed-placeholders}[^\]]*\]|redacted|x{3,}|\{\w+\}|\*{2,}|[[<][a-z ]{1,20}$|^[a-z]{1,20}[\]>]$`,
  'i',
);

/** Whether a text has the signs of an address, also of one that is defanged, or begins with one of IPv4. */
function isAddress(text: string): boolean {
  if (hasAnyPart(text.toLowerCase(), ['://', '[:]', '[.]', 'hxxp'])) return true;
  const numbers = text.split('.', 4);
  const isWhole = numbers.slice(0, 3).every((number) => number.length < 4 && isNumber(number));
  return numbers.length === 4 && isWhole && isDigit(numbers[3]?.[0]);
}

/** Whether a part is none of the actor's: an address or a placeholder. */
export function isAddressOrPlaceholder(part: string): boolean {
  return isAddress(part) || PLACEHOLDER().test(part);
}

/** How specific a part of a command is: 0 where it is not worth detecting, else as the weight of an argument. */
export function weightOf(text: string, tool: string): number {
  const lower = text.toLowerCase();
  if (toolOf(tool)?.verbs?.has(lower) === true) return 2;
  if (isContent(text) || isGeneric(text, lower)) return 0;
  if (wordSet('everyday-option-values').has(lower) || EVERY_LIBRARY().test(lower)) return 1;
  return weightOfShape(text);
}

/** Whether a part is what a command carries, and no name: a hash, an encoded text, a variable, a format, a number, a pattern. */
function isContent(text: string): boolean {
  const isHash = text.length >= 32 && text.length <= 64 && isAll(text, isHexDigit);
  if (isHash || isTechnique(withoutFirst(text, '[')) || opensWith(text, '$+')) return true;
  if (text.length > 80 || (text.length >= 60 && isAll(text.replaceAll('=', ''), isOfBase64))) return true;
  return !hasLetter(text) || hasAny(text, '*?') || isFormat(text);
}

/** Whether a text begins with the id of a technique: `T1059`. */
const isTechnique = (text: string): boolean => text[0] === 'T' && text.length > 4 && isNumber(text.slice(1, 5));

/** Whether a part is in thousands of commands: a short option, a stand-in, a common folder, a library that every program loads. */
function isGeneric(text: string, lower: string): boolean {
  if (text.length < 3 || GENERIC_OPTIONS.has(lower) || PLACEHOLDER().test(text)) return true;
  if (wordSet('core-libraries').has(lower)) return true;
  return isStandIn(text) || hasStandIn(text) || CAPITAL_STAND_INS.has(text) || FOLDER_OR_ENDING().test(lower);
}

const CAPITAL_STAND_INS: ReadonlySet<string> = new Set(['FILENAME', 'PATH', 'NAME']);

/** Whether a text is a path of Unix with a folder and what lies in it. */
function isUnixPath(text: string): boolean {
  const slash = text.indexOf('/', 1);
  return text.startsWith('/') && slash > 1 && slash < text.length - 1 && isMadeOf(text, './+-');
}

/** Whether a text is an option without a file's name in it: `-enc`, `/domain`. */
function isOptionAlone(text: string): boolean {
  return opensWith(text, '-/') && isLetter(text[skip(text, 0, oneOf('-/'), 2)]) && !hasAny(text, '\\.');
}

/** How specific a part is by what it looks like. */
function weightOfShape(text: string): number {
  if (isUnixPath(text)) return startsWithAny(text, ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/']) ? 1 : 3;
  if (text.startsWith('%') && text.endsWith('%') && isMadeOf(text.slice(1, -1), '')) return 0;
  if (isOptionAlone(text)) return text.length < 4 ? 1 : 2;
  const ending = endingOf(text).length;
  if ((ending >= 2 && ending <= 4) || isOfCode(text) || text.includes('\\')) return 3;
  return isLetter(text[0]) && isMadeOf(text.slice(1), '.-') ? 2 : 1;
}
