import { wordSet } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';

const PROMPT =
  /^(?:PS [A-Z]:[^>]{0,120}>|[A-Z]:\\[^>\n]{0,120}>|[\w.-]{1,40}@[\w.-]{1,60}[:~][^$#\n]{0,80}[$#]|[$#>] (?=\S))/;
/** A program's name and what follows it. */
const PROGRAM = /^(?:sudo\s+)?([a-z][\w-]{0,20})(?:\.exe)?\s+(\S.{0,200})/i;
/** What follows is an option, a path, a variable or an assignment. */
const ARGUMENT = /^(?:[-/"'%$\\.~]|[\w.-]+\s*[-/"'%$\\.:=])/;
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
  return (
    text.endsWith(';') && (text.match(/(?:^| )[a-z]{2,}(?= )/g)?.length ?? 0) >= 3 && !/[={}]|\w\(|->|::/.test(text)
  );
}

/** Whether a line ends like a sentence: "net use is often seen in this phase." begins like a command. */
function endsLikeProse(text: string): boolean {
  return /[a-z)]\.$/.test(text) && text.split(' ').length > 6;
}

function isProgramCall(text: string): boolean {
  const match = PROGRAM.exec(text);
  if (match === null || !wordSet('line-commands').has((match[1] as string).toLowerCase())) return false;
  const rest = match[2] as string;
  return ARGUMENT.test(rest) || wordSet('line-subcommands').has(/^\w*/.exec(rest)?.[0].toLowerCase() ?? '');
}

function isCmdletCall(text: string): boolean {
  const verb = CMDLET.exec(text)?.[1];
  return verb !== undefined && wordSet('powershell-verbs').has(verb.toLowerCase());
}
