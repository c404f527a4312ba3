import { ANY, ONE, type Pattern } from '../../model/pattern.js';

/** A double-quoted string literal of YARA-L and UDM search. */
export function quoted(value: string): string {
  if (!/["\\\p{Cc}]/u.test(value)) return `"${value}"`;
  let text = '"';
  for (const char of value) text += stringEscape(char);
  return `${text}"`;
}

function stringEscape(char: string): string {
  switch (char) {
    case '"':
      return '\\"';
    case '\\':
      return '\\\\';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    default:
      return char < ' ' || char === '\x7f' ? `\\x${hex(char)}` : char;
  }
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}

const PLAIN = /^[\w \-:;,@#%&=!<>'"~`]*$/;

/** A literal text as part of a `/…/` regular expression of RE2. */
export function escapedForRegex(literal: string): string {
  if (PLAIN.test(literal)) return literal;
  let text = '';
  for (const char of literal) {
    if ('\\.+*?()|[]{}^$/'.includes(char)) text += `\\${char}`;
    else text += char < ' ' || char === '\x7f' ? controlEscape(char) : char;
  }
  return text;
}

function controlEscape(char: string): string {
  return char === '\n' ? '\\n' : char === '\r' ? '\\r' : char === '\t' ? '\\t' : `\\x${hex(char)}`;
}

/** Whether upper and lower case differ somewhere in the text, so that `nocase` has something to do. */
export function hasLetters(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}

interface Member {
  readonly body: string;
  readonly anchoredStart: boolean;
  readonly anchoredEnd: boolean;
  readonly dot: boolean;
}

function memberOf(pattern: Pattern, inside: boolean): Member {
  const { parts } = pattern;
  const anchoredStart = !inside && parts[0] !== ANY;
  const anchoredEnd = !inside && parts[parts.length - 1] !== ANY;
  let body = '';
  let dot = false;
  for (const [index, part] of parts.entries()) {
    if (part === ANY) {
      if (index === 0 || index === parts.length - 1) continue;
      body += '.*';
      dot = true;
    } else if (part === ONE) {
      body += '.';
      dot = true;
    } else {
      body += escapedForRegex(part);
    }
  }
  return { body, anchoredStart, anchoredEnd, dot };
}

/**
 * One regular expression, without slashes, for patterns of which any may fit. Anchors stand once around the alternation where all members
 * share them. `multiline` says that the value may hold several lines, of which RE2 here reads only the first unless told `(?s)`; `inside`
 * that the value is part of a longer one, so nothing is anchored.
 */
export function patternsToRegex(patterns: readonly Pattern[], multiline: boolean, inside: boolean): string {
  const members = patterns.map((pattern) => memberOf(pattern, inside));
  const first = members[0] as Member;
  const flag = multiline || members.some((member) => member.dot) ? '(?s)' : '';
  if (members.length === 1) return flag + anchored(first, first.body);
  const shared = members.every(
    (member) => member.anchoredStart === first.anchoredStart && member.anchoredEnd === first.anchoredEnd,
  );
  if (!shared) return flag + members.map((member) => anchored(member, member.body)).join('|');
  const alternation = members.map((member) => member.body).join('|');
  if (!first.anchoredStart && !first.anchoredEnd) return flag + alternation;
  return flag + anchored(first, `(?:${alternation})`);
}

function anchored(member: Member, body: string): string {
  return `${member.anchoredStart ? '^' : ''}${body}${member.anchoredEnd ? '$' : ''}`;
}
