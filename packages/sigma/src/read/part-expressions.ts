import type { Pattern } from '../model/pattern.js';

/**
 * The inside of an expression that fits a whole value, as the readers write it (`^(?:…)$`). Undefined for one that may match a part of it.
 */
export function wholeExpression(source: string): string | undefined {
  return source.startsWith('^(?:') && source.endsWith(')$') ? source.slice('^(?:'.length, -')$'.length) : undefined;
}

/** What stands between the folders of a path, on any system. */
const SEPARATORS = ['\\', '/'];

/**
 * The expression of a path whose last part an expression fits: its dots and excluding classes stay within that part. Undefined where it could
 * cross into a folder all the same, as with `\W` or with a separator of its own.
 */
export function lastPartExpression(source: string): string | undefined {
  const inside = wholeExpression(source);
  const kept = inside === undefined ? undefined : withinPart(inside);
  return kept === undefined ? undefined : `(?:^|[\\\\/])(?:${kept})$`;
}

function withinPart(source: string): string | undefined {
  let text = '';
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '\\') {
      const next = source[++at];
      // Of the classes with a letter, those in upper case are what is left of all characters.
      if (next === undefined || SEPARATORS.includes(next) || /[A-Zpx0-9]/.test(next)) return undefined;
      text += `\\${next}`;
    } else if (character === '[') {
      const end = classEnd(source, at);
      const kept = classWithinPart(source.slice(at + 1, end));
      if (kept === undefined) return undefined;
      text += kept;
      at = end;
    } else if (SEPARATORS.includes(character)) return undefined;
    else text += character === '.' ? '[^\\\\/]' : character;
  }
  return text;
}

/** Where a class ends that begins at `start`. */
function classEnd(source: string, start: number): number {
  // A bracket at once behind the beginning is a character of the class.
  let at = source[start + 1] === '^' ? start + 2 : start + 1;
  for (at++; at < source.length && source[at] !== ']'; at++) if (source[at] === '\\') at++;
  return at;
}

/** A class without the separators; undefined for one that may have them by a class within it or by a range. */
function classWithinPart(inside: string): string | undefined {
  if (/\\[A-Zpx0-9]/.test(inside)) return undefined;
  if (inside.startsWith('^')) return `[^\\\\/${inside.slice(1)}]`;
  const ranges = inside.matchAll(/\\?([\s\S])-\\?([\s\S])/g);
  for (const [, from = '', to = ''] of ranges)
    if (SEPARATORS.some((separator) => from <= separator && separator <= to)) return undefined;
  return inside.includes('/') || inside.includes('\\\\') ? undefined : `[${inside}]`;
}

/** The expression of a command line one of whose arguments an expression fits; it may run on into the arguments behind it. */
export function argumentExpression(source: string): string | undefined {
  const inside = wholeExpression(source);
  return inside === undefined ? undefined : `(?:^|[\\s"'])(?:${inside})(?:$|[\\s"'])`;
}

/**
 * The expression of a command line one of whose arguments is signs alone, or begins or ends with them, as hidden files do with their dot: anywhere in a line such
 * signs would tell nothing. Undefined for other patterns. `escaped` is the text as an expression.
 */
export function signsExpression({ literal, shape }: Pattern, escaped: string): string | undefined {
  if (shape === 'contains' || /[\p{L}\p{N}\s"']/u.test(literal)) return undefined;
  const before = shape === 'endswith' ? '' : '(?:^|[\\s"\'])';
  return `${before}${escaped}${shape === 'startswith' ? '' : '(?:$|[\\s"\'])'}`;
}

/** Signs at which analysed text is parted whatever stands beside them; other signs join letters, or digits, to one word. */
const PARTING = '\\s!"#$%&()*+/<=>?@\\[\\\\\\]^{|}~-';
/** Signs that part two words, but not two numbers. */
const PARTING_LETTERS = ',;';

/**
 * An expression that finds a phrase only where analysed text has it as words of its own: what it finds, a search for the phrase finds too. So
 * it can stand where a rule excludes. `escaped` is the phrase as an expression.
 */
export function phraseExpression(phrase: string, escaped: string): string {
  const first = /\p{L}/u.test(phrase[0] ?? '') ? PARTING_LETTERS : '';
  const last = /\p{L}/u.test(phrase.at(-1) ?? '') ? PARTING_LETTERS : '';
  return `(?:^|[${first}${PARTING}])${escaped}(?:$|[${last}${PARTING}])`;
}
