import { wordSet } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import { isSmallLetter, isWordCharacter } from '../text/characters.js';
import { opensWith, withoutEnding } from '../text/ends.js';
import { firstWord, hasAny, hasAnyPart, isSmall } from '../text/shape.js';
import { hasPair, leading, oneOf } from '../text/stretches.js';

const PROMPT =
  /^(?:PS [A-Z]:[^>]{0,120}>|[A-Z]:\\[^>\n]{0,120}>|[\w.-]{1,40}@[\w.-]{1,60}[:~][^$#\n]{0,80}[$#]|[$#>] (?=\S))/;
const CMDLET = /^(?:[$]\w+\s*=\s*)?([A-Z][A-Za-z]+)-[A-Z]\w+(?:\s+-|\s*\||\s*$|\s+["'$\\(])/;
const PATH_COMMAND = /^"?(?:[A-Z]:\\|%\w+%\\|\\\\)[^\n]{0,200}\.(?:exe|com|bat|cmd|ps1|vbs|js)"?\s+[-/"'%\w]/i;
const STATEMENT = listPattern(
  String.raw`^(?:[{}()[\]];?|[^.]{0,200}[=()<>[\]:]{1}.{0,200};|.{0,200}[)=\w] ?\{|<\/?\w[^>]{0,200}>.{0,400}|(?:{code-keywords}|#include|#define|#!)\b.{0,200}[({;:/].{0,200})$`,
);

/** Whether a line begins with a prompt, a known command or a cmdlet. */
export function startsCommand(line: string): boolean {
  const text = line.trim();
  return PROMPT.test(text) || isCmdletCall(text) || PATH_COMMAND.test(text) || isProgramCall(text);
}

/** Whether one line of plain text is a command or code rather than a sentence. */
export function isCodeLine(line: string): boolean {
  const text = line.trim();
  if (text === '' || text.length > 4000) return false;
  if (PROMPT.test(text) || isCmdletCall(text) || PATH_COMMAND.test(text)) return true;
  if (isProgramCall(text)) return !endsLikeProse(text);
  return STATEMENT().test(text) && !endsLikeProse(text) && !isProseList(text);
}

/** Whether a text is an item of a sentence's list. Such items end with a semicolon too, but have words where code has marks. */
function isProseList(text: string): boolean {
  const words = text.split(' ').slice(0, -1).filter(isPlainWord);
  const isCode = hasAny(text, '={}') || hasAnyPart(text, ['->', '::']) || hasPair(text, isWordCharacter, oneOf('('));
  return text.endsWith(';') && words.length >= 3 && !isCode;
}

const isPlainWord = (word: string): boolean => word.length > 1 && isSmall(word);

/** Whether a line ends like a sentence: "net use is often seen in this phase." begins like a command. */
function endsLikeProse(text: string): boolean {
  return text.endsWith('.') && (isSmallLetter(text.at(-2)) || text.at(-2) === ')') && text.split(' ').length > 6;
}

function isProgramCall(text: string): boolean {
  const called = firstWord(text).toLowerCase() === 'sudo' ? text.slice(firstWord(text).length).trimStart() : text;
  const program = firstWord(called);
  const rest = called.slice(program.length).trimStart();
  if (rest === '' || !wordSet('line-commands').has(withoutEnding(program.toLowerCase(), '.exe'))) return false;
  return isArgument(rest) || wordSet('line-subcommands').has(leading(rest, isWordCharacter).toLowerCase());
}

/** Signs that options, paths, variables and assignments begin with, or have behind a name. */
const ARGUMENT_SIGNS = '-/"\'%$\\.';

/** Whether what follows a program is an option, a path, a variable or an assignment. */
function isArgument(rest: string): boolean {
  if (opensWith(rest, `${ARGUMENT_SIGNS}~`)) return true;
  const name = leading(rest, (character) => isWordCharacter(character) || '.-'.includes(character));
  return hasAny(name, '.-') || (name !== '' && opensWith(rest.slice(name.length).trimStart(), `${ARGUMENT_SIGNS}:=`));
}

function isCmdletCall(text: string): boolean {
  const verb = CMDLET.exec(text)?.[1];
  return verb !== undefined && wordSet('powershell-verbs').has(verb.toLowerCase());
}
