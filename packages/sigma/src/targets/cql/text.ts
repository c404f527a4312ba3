import { isName } from '../../characters.js';
import { escapeRegex } from '../../convert/text/patterns.js';
import { doubleQuoted } from '../../convert/text/tokens.js';
import { ANY, type Pattern } from '../../model/pattern.js';

/** A field's name; anything unusual stands in quotation marks. */
export function fieldName(name: string): string {
  return isPlain(name) ? name : quote(name);
}

const isPlain = (name: string): boolean =>
  isName(name.startsWith('#') || name.startsWith('@') ? name.slice(1) : name, '.');

/** A string of CQL. It knows no escapes by number, so that other control characters stand as they are. */
function quote(text: string): string {
  return doubleQuoted(text, (code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A text within an expression: a slash would end the literal. */
export function literal(text: string): string {
  return escapeRegex(text).replaceAll('/', '\\/').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** A pattern as an expression. `^` and `$` may mean the ends of a line, `\A` and `\z` never do. */
export function patternBody({ parts }: Pattern, written: (text: string, at: number) => string = literal): string {
  const last = parts.length - 1;
  let body = parts[0] === ANY ? '' : '\\A';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') body += written(part, index);
    else if (part !== ANY) body += '.';
    else if (index !== 0 && index !== last) body += '.*';
  }
  return parts.at(-1) === ANY ? body : `${body}\\z`;
}

/** A test by an expression. Flag `d` lets a dot match a line break. */
export function expression(name: string, body: string, flags: string): string {
  const dotted = body.replace(/\\./gs, '').includes('.') && !flags.includes('d') ? 'd' : '';
  return `${name}${name === '' ? '' : '='}/${body}/${flags}${dotted}`;
}

/** The ends of the whole text, whatever the flags. */
const ENDS_OF_TEXT: ReadonlyMap<string, string> = new Map([
  ['^', '\\A'],
  ['$', '\\z'],
]);
/** What would end the literal. */
const WITHIN_SLASHES: ReadonlyMap<string, string> = new Map([
  ['/', '\\/'],
  ['\n', '\\n'],
]);

/** A rule's own expression in a literal: slashes escaped, and the ends of the text, unless it means those of lines, written as such. */
export function ownExpression(source: string, flags: string): { readonly body: string; readonly flags: string } {
  const isOfLines = flags.includes('m');
  let body = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string;
    if (sign === '\\') {
      const next = source[++at] ?? '\\';
      body += next === 'Z' ? '\\z' : `\\${next}`;
      continue;
    }
    if (sign === '[' || sign === ']') inClass = sign === '[';
    const isEnd = (sign === '^' || sign === '$') && !inClass && !isOfLines;
    body += (isEnd ? ENDS_OF_TEXT : WITHIN_SLASHES).get(sign) ?? sign;
  }
  return { body, flags: `${flags.includes('i') ? 'i' : ''}${isOfLines ? 'm' : ''}${flags.includes('s') ? 'd' : ''}` };
}
