import { listPattern } from '../knowledge/word-pattern.js';
import { isBlank, isHexDigit, isWordCharacter } from '../text/characters.js';
import { closesWith } from '../text/ends.js';
import { splitAtBlanks } from '../text/shape.js';
import { isAll, leading, skip } from '../text/stretches.js';

const QUERY = listPattern(String.raw`\b(?:{query-words}|process\.\w+\s*:)`);

/**
 * Whether a line of code is not a shell's command but a query, a rule, decompiled code or structured data. Such lines name tools and
 * options too, but nobody typed them.
 */
export function isLikelySource(line: string): boolean {
  const text = line.trim();
  if (text === '') return true;
  if (QUERY().test(text)) return true;
  if (
    /^(?:\$\w{1,3}\s*=\s*["{/]|rule\s+\w+|strings:|condition:|meta:|title:|detection:|logsource:|-\s*'|selection\w*:|tags:|alert (?:tcp|udp|http|ip)\b|\/\/|#include|import \w|from \w+ import|def |class |public |private |function\b|var |let |const |return\b|printf\(|<\?|<\/?\w+[\s>]|[{}[\]],?$|"[\w-]+"\s*:)/.test(
      text,
    )
  ) {
    return true;
  }
  return isStatement(text) || isDumpLine(text);
}

/** Words with a condition in brackets. */
const CONTROL: ReadonlySet<string> = new Set(['if', 'for', 'while', 'switch', 'else']);

/** Whether a line is a condition, a loop, or a call or a function's head with its mark: `open(path);`. */
function isStatement(line: string): boolean {
  const word = leading(line, isWordCharacter);
  const open = skip(line, word.length, isBlank);
  if (word === '' || line[open] !== '(') return false;
  if (CONTROL.has(word)) return true;
  return closesWith(line, ';{') && line.slice(0, -1).trimEnd().endsWith(')') && !line.includes('\n');
}

/** How many bytes a line of a dump has at least. */
const DUMPED_MIN = 4;

/** Whether a line is one of a dump of bytes: a place of eight digits, then bytes of two. */
function isDumpLine(line: string): boolean {
  const [place = '', ...bytes] = splitAtBlanks(line);
  const isByte = (byte: string): boolean => byte.length === 2 && isAll(byte, isHexDigit);
  return (
    place.length === 8 &&
    isAll(place, isHexDigit) &&
    bytes.length > DUMPED_MIN &&
    bytes.slice(0, DUMPED_MIN).every(isByte)
  );
}
