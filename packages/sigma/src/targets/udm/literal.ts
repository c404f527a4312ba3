import { backslashed, doubleQuoted } from '../../convert/text/tokens.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';

const REGEX_SPECIALS = '\\.+*?()|[]{}^$/';
/** What stands for a character of a regular expression, by its code: an escape, or undefined for the character itself. */
const REGEX_ESCAPES = Array.from({ length: 0xa0 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (REGEX_SPECIALS.includes(char)) return `\\${char}`;
  return code < 0x20 || code >= 0x7f ? backslashed(char, hexEscape) : undefined;
});

/** A double-quoted string literal of YARA-L and UDM search. */
export function quoted(value: string): string {
  return doubleQuoted(value, hexEscape);
}

/** A literal text as part of a `/…/` regular expression of RE2. */
export function escapedForRegex(literal: string): string {
  // Written as a loop: it is asked of every text of every rule, and is three times as fast as two replacements.
  let escaped = '';
  let from = 0;
  for (let index = 0; index < literal.length; index += 1) {
    const written = REGEX_ESCAPES[literal.charCodeAt(index)];
    if (written === undefined) continue;
    escaped += literal.slice(from, index) + written;
    from = index + 1;
  }
  return from === 0 ? literal : escaped + literal.slice(from);
}

function hexEscape(code: string): string {
  return `\\x${code}`;
}

/** Whether the text has letters with two cases, so that `nocase` has an effect. */
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
  const { parts, literal, shape } = pattern;
  // The common shapes have one literal and no inner wildcard.
  if (literal !== '' && shape !== 'mixed') {
    return {
      body: escapedForRegex(literal),
      anchoredStart: !inside && (shape === 'exact' || shape === 'startswith'),
      anchoredEnd: !inside && (shape === 'exact' || shape === 'endswith'),
      dot: false,
    };
  }
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
 * One regular expression, without slashes, for patterns of which one must match. Anchors are written once around the alternation where all
 * members share them. With `multiline` the value may have several lines, of which RE2 here reads only the first without `(?s)`; with
 * `inside` the value is part of a longer one, so nothing is anchored.
 */
export function patternsToRegex(patterns: readonly Pattern[], multiline: boolean, inside: boolean): string {
  const members: Member[] = [];
  let shared = true;
  let dot = multiline;
  for (const pattern of patterns) {
    const member = memberOf(pattern, inside);
    const first = members[0] ?? member;
    shared &&= member.anchoredStart === first.anchoredStart && member.anchoredEnd === first.anchoredEnd;
    dot ||= member.dot;
    members.push(member);
  }
  const flag = dot ? '(?s)' : '';
  const first = members[0] as Member;
  if (members.length === 1) return flag + anchored(first, first.body);
  if (!shared) return flag + members.map((member) => anchored(member, member.body)).join('|');
  const alternation = members.map((member) => member.body).join('|');
  if (!first.anchoredStart && !first.anchoredEnd) return flag + alternation;
  return flag + anchored(first, `(?:${alternation})`);
}

function anchored(member: Member, body: string): string {
  return `${member.anchoredStart ? '^' : ''}${body}${member.anchoredEnd ? '$' : ''}`;
}
