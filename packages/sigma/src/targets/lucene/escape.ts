/** Characters with a meaning in a term of the query string syntax, with `/` and white space. */
const TERM_RESERVED = new Set('+-=&|><!(){}[]^"~*?:\\/ \t\n\r\u3000');
/** Characters with a meaning in Lucene's regular expressions with all optional operators on, and `/`, which would end the expression. */
const REGEX_RESERVED = new Set('.?+*|{}[]()"\\#@&<>~^$/');

const TERM_ESCAPES = escapeTable(TERM_RESERVED);
const REGEX_ESCAPES = escapeTable(REGEX_RESERVED);
const FOLDED_ASCII = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)));

function escapeTable(reserved: ReadonlySet<string>): readonly string[] {
  return Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return reserved.has(character) ? `\\${character}` : character;
  });
}

/** A literal in a term: every reserved character has a backslash, so that spaces do not end it and nothing becomes a phrase. */
export function escapeTerm(literal: string): string {
  let text = '';
  for (let i = 0; i < literal.length; i++) {
    const code = literal.charCodeAt(i);
    text += code < 128 ? TERM_ESCAPES[code] : code === 0x3000 ? '\\\u3000' : literal[i];
  }
  return text;
}

/** A literal term by itself: as {@link escapeTerm}, and never one of the words that are operators. */
export function escapeWholeTerm(literal: string): string {
  return literal === 'AND' || literal === 'OR' || literal === 'NOT' ? `\\${literal}` : escapeTerm(literal);
}

/** A field name before the colon. A `*` in it (a key that differs from event to event) stays a wildcard, which also needs its backslash. */
export function escapeFieldName(name: string): string {
  return escapeTerm(name);
}

/** A literal inside `/…/`, in the spelling given. */
export function escapeRegex(literal: string): string {
  let text = '';
  for (let i = 0; i < literal.length; i++) {
    const code = literal.charCodeAt(i);
    text += code < 128 ? REGEX_ESCAPES[code] : literal[i];
  }
  return text;
}

/** One character inside `/…/` in any letter case: a class of its spellings, since Lucene's expressions have no flags. */
export function foldCharacter(character: string): string {
  const spellings = spellingsOf(character);
  if (spellings.length > 1) return `[${spellings.join('')}]`;
  const code = character.charCodeAt(0);
  return code < 128 ? (REGEX_ESCAPES[code] ?? character) : character;
}

/** A literal inside `/…/` in any letter case. */
export function foldRegex(literal: string): string {
  let text = '';
  for (let i = 0; i < literal.length; i++) {
    const code = literal.charCodeAt(i);
    if (code > 127) return text + foldUnits(literal.slice(i)).join('');
    text += FOLDED_ASCII[code];
  }
  return text;
}

/** As {@link foldRegex}, one text per character. */
export function foldUnits(literal: string): string[] {
  const units: string[] = [];
  for (const character of literal) {
    const code = character.charCodeAt(0);
    units.push(code < 128 ? (FOLDED_ASCII[code] as string) : foldCharacter(character));
  }
  return units;
}

/** Whether a literal has a character with two letter cases. */
export function hasCase(literal: string): boolean {
  for (let i = 0; i < literal.length; i++) {
    const code = literal.charCodeAt(i);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return true;
    if (code > 127) return literal.toLowerCase() !== literal.toUpperCase();
  }
  return false;
}

/** The spellings of a character that are single characters: `ß` has only itself, since `SS` is two. */
function spellingsOf(character: string): readonly string[] {
  const spellings = [character];
  for (const other of [character.toLowerCase(), character.toUpperCase()]) {
    if (!spellings.includes(other) && [...other].length === 1) spellings.push(other);
  }
  return spellings.sort();
}

/**
 * Puts an expression between slashes. Lucene's lexer takes a slash after a backslash as part of the expression, so an expression that ends
 * in a literal backslash gets a class at its end instead.
 */
export function slashed(regex: string): string {
  return regex.endsWith('\\\\') ? `/${regex.slice(0, -2)}[\\\\]/` : `/${regex}/`;
}
