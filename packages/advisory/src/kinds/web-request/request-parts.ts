import { isStandIn } from '../../draft/stand-in.js';
import { wordSet, words } from '../../knowledge/load.js';
import type { RequestPart, Span } from '../../model.js';
import { isHexDigit, isLetter, isWordCharacter } from '../../text/characters.js';
import { hasAny, hasDigit, hasLetter, isMadeOf, isNumber, stretchesWithout } from '../../text/shape.js';
import { isAll, oneOf } from '../../text/stretches.js';

/** The parts of a request that are the same on every site. */
export interface GenericParts {
  readonly path: readonly RequestPart[];
  readonly query: readonly RequestPart[];
}

/** After so many steps upwards the exploit's author chooses a file. */
const STEPS_UP = /(?:(?:\.\.|%2e%2e|\.%2e|%2e\.)(?:\/|%2f)){2}/i;
/** Longest name of a parameter. */
const NAME_MAX = 80;
/** What is left of `&amp;` where the sign before it separates parameters. */
const AMPERSAND = 'amp;';
const MARKERS_MAX = 3;

/** Splits a target into the parts of its path that are the same on every site, and its parameters. */
export function targetParts(text: string, target: Span, offset: number): GenericParts {
  const whole = text.slice(target.start, target.end);
  const mark = whole.indexOf('?');
  const pathEnd = target.start + (mark < 0 ? whole.length : mark);
  return {
    path: pathPieces(text, { start: target.start, end: pathEnd }, offset),
    query: mark < 0 ? [] : parameters(text, { start: pathEnd + 1, end: target.end }, offset),
  };
}

function pathPieces(text: string, { start, end }: Span, offset: number): readonly RequestPart[] {
  const up = STEPS_UP.exec(text.slice(start, end));
  const stop = up === null ? end : start + up.index + up[0].length;
  const pieces: RequestPart[] = [];
  let from = start;
  const close = (to: number): void => {
    if (to - from > 2) pieces.push(partAt(text, { start: from, end: to }, offset));
  };
  for (const segment of stretchesWithout(text.slice(start, stop), '/')) {
    if (!differs(segment.text)) continue;
    close(start + segment.start);
    from = start + segment.end;
  }
  close(stop);
  return pieces;
}

/** Whether a part of a path differs from site to site: a placeholder, a number, an identifier. */
function differs(segment: string): boolean {
  return isPlaceholder(segment) || isIdentifier(segment) || isStandIn(segment);
}

function isPlaceholder(segment: string): boolean {
  if (hasAny(segment, '<>{}$*…') || segment === '%s') return true;
  const isVariable = segment[0] === ':' && isWordCharacter(segment[1]);
  const isBracketed = segment.length > 1 && segment.startsWith('[') && segment.endsWith(']');
  return isVariable || isBracketed || (segment.length > 2 && isAll(segment, oneOf('.')));
}

const isHexOrHyphen = (character: string): boolean => isHexDigit(character) || character === '-';

/** Whether a part is a number, a hexadecimal id, or a long one of letters and digits. */
function isIdentifier(segment: string): boolean {
  if (segment.length < 2 || !hasDigit(segment)) return false;
  if (isNumber(segment) || (segment.length >= 8 && isAll(segment, isHexOrHyphen))) return true;
  return segment.length >= 20 && hasLetter(segment) && isMadeOf(segment, '-');
}

/** Whether a value is a word: letters, with underscores and hyphens. */
function isWord(value: string): boolean {
  const isOfWord = (character: string): boolean => isLetter(character) || '_-'.includes(character);
  return value.length > 2 && value.length < 32 && isLetter(value[0]) && isAll(value, isOfWord);
}

/** The parameters of a query or form. A parameter has its value where that is a meaningful word, else its name alone. */
export function parameters(text: string, { start, end }: Span, offset: number): readonly RequestPart[] {
  const found: RequestPart[] = [];
  for (const piece of stretchesWithout(text.slice(start, end), '&\n')) {
    const entity = piece.text.startsWith(AMPERSAND) ? AMPERSAND.length : 0;
    const [name, value] = parameterOf(piece.text.slice(entity));
    if (value === undefined || name.length > NAME_MAX || !isMadeOf(name, '.-[]%:@$')) continue;
    const from = start + piece.start + entity;
    const keeps = isWord(value) && !wordSet('sample-values').has(value.toLowerCase()) && !isStandIn(value);
    found.push(partAt(text, { start: from, end: from + name.length + 1 + (keeps ? value.length : 0) }, offset));
  }
  return found;
}

/** A parameter's name, and its value where an equals sign stands between them. */
function parameterOf(written: string): readonly [string, string?] {
  const sign = written.indexOf('=');
  return sign < 0 ? [written] : [written.slice(0, sign), written.slice(sign + 1)];
}

/** The fields of a multipart form, as the body names them: `name="file"`. */
export function formFields(text: string, { start, end }: Span, offset: number): readonly RequestPart[] {
  return [...text.slice(start, end).matchAll(/\bname="[\w.[\]-]{2,60}"/g)].map((match) =>
    partAt(text, { start: start + match.index, end: start + match.index + match[0].length }, offset),
  );
}

/** The payloads in a span: strings that make a site do more than it should. The longest ones, none within another. */
export function payloadsIn(text: string, { start, end }: Span, offset: number): readonly RequestPart[] {
  const lower = text.slice(start, end).toLowerCase();
  const found: RequestPart[] = [];
  for (const marker of [...words('request-payloads')].sort((a, b) => b.length - a.length)) {
    const at = lower.indexOf(marker.toLowerCase());
    if (at < 0 || found.length >= MARKERS_MAX) continue;
    const place = { start: start + at, end: start + at + marker.length };
    if (found.some((other) => other.start < place.end + offset && place.start + offset < other.end)) continue;
    found.push(partAt(text, place, offset));
  }
  return found;
}

/** A span as a part, with its place in the whole document. */
export function partAt(text: string, { start, end }: Span, offset: number): RequestPart {
  return { text: text.slice(start, end), start: start + offset, end: end + offset };
}
