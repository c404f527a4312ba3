import { matchRule, parseSigma, type SigmaRule, sampleEvents } from '@tripline/sigma';
import { RE2JS } from 're2js';
import { inNetwork } from '../addresses.js';
import type { Piece, Scalar, Test, Truth } from './predicate.js';

/** Stands in a pattern for any run of characters, and for any one character. */
export const MANY = Symbol('many');
const ONE = Symbol('one');
/** A text with wildcards. */
export type Wild = readonly (string | typeof MANY | typeof ONE)[];

/** How a language compares texts. */
export interface Comparing {
  readonly cased: boolean;
  /** What a test of a missing field gives. */
  readonly missing: Truth;
}

function anyOf(values: readonly Scalar[], missing: Truth, fits: (text: string) => boolean): Truth {
  return values.length === 0 ? missing : values.some((value) => fits(String(value)));
}

/** A test of the whole value against a pattern. */
export function wildTest(field: string | undefined, parts: Wild, how: Comparing): Test {
  const source = parts
    .map((part) => (part === MANY ? '[\\s\\S]*' : part === ONE ? '[\\s\\S]' : escaped(part as string)))
    .join('');
  const expression = new RegExp(`^${source}$`, how.cased ? 'u' : 'iu');
  const filled = (many: string) => parts.map((part) => (part === MANY ? many : part === ONE ? 'q' : part)).join('');
  return {
    kind: 'test',
    field,
    holds: (values) => anyOf(values, how.missing, (text) => expression.test(text)),
    near: [filled(''), filled('qz')],
    piece: pieceOf(parts),
  };
}

function pieceOf(parts: Wild): Piece {
  const [first] = parts;
  const last = parts.at(-1);
  const text = parts
    .filter((part, index) => part !== MANY || (index > 0 && index < parts.length - 1))
    .map((part) => (part === MANY ? '' : part === ONE ? 'q' : part))
    .join('');
  if (first === MANY && last === MANY) return { at: 'inside', text };
  if (last === MANY) return { at: 'start', text };
  return { at: first === MANY ? 'end' : 'whole', text };
}

/**
 * A test for words of a value, as tables of words find them: letters and digits, in any order of others around them. An end of the text that is
 * neither parts words itself.
 */
export function wordTest(
  field: string | undefined,
  text: string,
  open: 'none' | 'end' | 'start',
  how: Comparing,
): Test {
  const before = open === 'start' || !/^[\p{L}\p{N}]/u.test(text) ? '' : '(?<![\\p{L}\\p{N}])';
  const after = open === 'end' || !/[\p{L}\p{N}]$/u.test(text) ? '' : '(?![\\p{L}\\p{N}])';
  const expression = new RegExp(`${before}${escaped(text)}${after}`, how.cased ? 'u' : 'iu');
  return {
    kind: 'test',
    field,
    holds: (values) => anyOf(values, how.missing, (value) => expression.test(value)),
    near: [text, `zq ${text} zq`, `zq${text}zq`],
    piece: { at: 'inside', text: ` ${text} ` },
  };
}

/** A test by a regular expression that looks for a part, or fits the whole value. */
export function regexTest(field: string | undefined, source: string, whole: boolean, how: Comparing): Test {
  const flags = RE2JS.DOTALL | (how.cased ? 0 : RE2JS.CASE_INSENSITIVE);
  const regex = RE2JS.compile(whole ? `^(?:${source})$` : source, flags);
  // Where words end beside any text, a sample of that text must not go on the word.
  const spaced = source.replaceAll(/(?<!\\)\.([+*])/g, ' .$1 ');
  const samples = [source, ...(spaced === source ? [] : [spaced])].flatMap((each) => samplesOf(each, how.cased));
  const near = samples.flatMap((text) => [text, `zq ${text}`, `zq${text}`, `${text}zq`]);
  const found = near.find((text) => regex.matcher(text).find());
  return {
    kind: 'test',
    field,
    holds: (values) => anyOf(values, how.missing, (text) => regex.matcher(text).find()),
    near,
    ...(found === undefined ? {} : { piece: { at: whole ? ('whole' as const) : ('inside' as const), text: found } }),
  };
}

/** Texts that an expression finds, as the engine's own samples of a rule with this one expression. */
function samplesOf(source: string, cased: boolean): readonly string[] {
  const bare = source.replace(/^\(\?i\)/, '');
  const text = JSON.stringify({
    title: 'Sample',
    logsource: { product: 'any' },
    detection: { s: { [`F|re${cased && bare === source ? '' : '|i'}`]: bare }, condition: 's' },
  });
  const [rule] = parseSigma(text).documents as readonly SigmaRule[];
  if (rule === undefined) return [];
  return sampleEvents(rule).match.flatMap((event) => {
    const value = event['F'];
    return typeof value === 'string' && matchRule(rule, event).matched ? [value] : [];
  });
}

/** A comparison of how many characters a value has. */
export function lengthTest(field: string, operator: string, length: number): Test {
  const { holds } = numberTest(field, operator === '==' ? '=' : operator, length, null);
  return {
    kind: 'test',
    field,
    holds: (values) => holds(values.map((value) => [...String(value)].length)),
    near: [length - 1, length, length + 1].filter((each) => each >= 0).map((each) => 'q'.repeat(each)),
  };
}

/** A comparison with a number; a text that is no number satisfies none. */
export function numberTest(field: string | undefined, operator: string, limit: number, missing: Truth): Test {
  const compare: Readonly<Record<string, (value: number) => boolean>> = {
    '<': (value) => value < limit,
    '<=': (value) => value <= limit,
    '>': (value) => value > limit,
    '>=': (value) => value >= limit,
    '=': (value) => value === limit,
  };
  const fits = compare[operator];
  if (fits === undefined) throw new Error(`no comparison ${operator}`);
  return {
    kind: 'test',
    field,
    holds: (values) => anyOf(values, missing, (text) => text !== '' && fits(Number(text))),
    near: [limit, limit + 1, limit - 1],
  };
}

/** A test whether an address is of a network, written with its length, or is one address. */
export function networkTest(field: string | undefined, network: string, missing: Truth): Test {
  const first = network.split('/')[0] as string;
  const range = network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`;
  return {
    kind: 'test',
    field,
    holds: (values) => anyOf(values, missing, (text) => inNetwork(text, range)),
    near: [first.endsWith('.0') ? `${first.slice(0, -1)}7` : first.endsWith('::') ? `${first}7` : first],
  };
}

/** A test whether a field is there. */
export function thereTest(field: string, isThere: boolean, isValue: (value: Scalar) => boolean = () => true): Test {
  return { kind: 'test', field, holds: (values) => values.some(isValue) === isThere, near: ['zq'] };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** `*` stands for any run of characters, `?` for one. */
export function wild(text: string): Wild {
  return text
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part) => (part === '*' ? MANY : part === '?' ? ONE : part));
}
