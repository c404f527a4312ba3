import { escaped } from '../characters.js';
import type { ValueTest } from '../model/condition.js';
import { ANY, ONE, type Pattern } from '../model/pattern.js';
import { isNetwork, networkTest } from '../query/network.js';
import type { QueryTest } from '../query/query-tree.js';
import { exactly, partly, patternFrom } from '../query/values.js';
import type { NativeField } from './native-fields.js';
import { argumentExpression, lastPartExpression, phraseExpression, signsExpression } from './part-expressions.js';
import { registryData } from './registry-data.js';

/** A test on a Sigma field, with the note for what it loses where it is wider than the query's. */
export interface SigmaTest {
  readonly test: ValueTest;
  readonly widened?: string;
  /** The same under a `not`: the note for what the rule does not exclude, though the query does. */
  readonly kept?: string;
  /** The field, where it is not the Sigma field that the product's stands for. */
  readonly field?: string;
}

/** In which direction the test may differ: under a `not` it must be exact. */
export type Strictness = 'wider' | 'exact';

const ALGORITHMS = ['MD5', 'SHA1', 'SHA256', 'IMPHASH'];

/**
 * Turns a test on a product's field into a test on the Sigma field. Undefined where the Sigma field cannot express it. Forms: `filename` is
 * the last segment of the field's path, `folder` the part before it, `extension` what follows its last dot, `account-0` and `account-1` domain and name of `DOMAIN\name`,
 * `hashes-N` one digest of `Hashes`, `argument` one word of the command line, `text` and `script` words of the value, `registry-data` a number that Sysmon writes with its type; any other form is the
 * value itself.
 */
export function testOnSigmaField(
  test: QueryTest,
  native: NativeField,
  separator: '\\' | '/',
  strictness: Strictness,
): SigmaTest | undefined {
  if (test.op === 'null' || test.op === 'exists') return ofPresence(test, native.form);
  if (test.op === 'placeholder') return onList(test, native, strictness);
  const asked = cased(test, native);
  const found = onForm(asked, native.form, separator);
  if (found === undefined || (strictness === 'exact' && found.widened !== undefined))
    return exactOnForm(asked, native.form);
  return found;
}

/** Whether a field is there. An account may have a name and no domain, which is then no part of it. */
function ofPresence(test: Extract<QueryTest, { op: 'null' | 'exists' }>, form: string): SigmaTest {
  if (form === 'extension') {
    const has = test.op === 'exists' && test.value;
    return { test: { op: 'regex', source: has ? '\\.[^.\\\\/]+$' : '(?:^|[\\\\/])[^.\\\\/]*$', flags: '' } };
  }
  if (form !== 'account-0') return { test };
  const isThere = test.op === 'exists' && test.value;
  return { test: isThere ? partly('contains', '\\') : { op: 'regex', source: '^[^\\\\]*$', flags: '' } };
}

/** Forms whose values are a part of the Sigma field's own, which values of a list are not. */
const PART_FORM = /^(?:filename|folder|extension|argument|account-\d|hashes-\d)$/;

/** The values of a list that is kept elsewhere: they are compared with the field's as they are, so that it must have the same. */
function onList(
  test: Extract<QueryTest, { op: 'placeholder' }>,
  { form, fixedCase, values, prefixes }: NativeField,
  strictness: Strictness,
): SigmaTest | undefined {
  if (PART_FORM.test(form) || values !== undefined || prefixes !== undefined) return undefined;
  const isAddress = form === 'ip' || form === 'address';
  const modifiers = fixedCase || isAddress ? test.modifiers.filter((each) => each !== 'cased') : test.modifiers;
  if (!modifiers.includes('contains')) return { test: { ...test, modifiers } };
  return strictness === 'exact' ? undefined : { test: { ...test, modifiers }, widened: WORDS };
}

/** The test in Sigma's spellings of a value: one for each of the log's values that the product calls by the same name. */
export function spellingsOf(test: QueryTest, { form, values }: NativeField): readonly QueryTest[] {
  if (form === 'registry-data') return registryData(test, exactValue(test));
  const own = values === undefined ? undefined : exactValue(test);
  return (own === undefined ? undefined : values?.get(own))?.map((sigma) => exactly(sigma)) ?? [test];
}

function exactValue(test: QueryTest): string | undefined {
  if (test.op === 'number') return String(test.value);
  const isExact = test.op === 'string' && test.pattern.shape === 'exact';
  return isExact ? test.pattern.literal.toLowerCase() : undefined;
}

/** The test without letter case where the log's producer chooses it, and with Sigma's beginnings of values. */
function cased(test: QueryTest, { fixedCase, prefixes }: NativeField): QueryTest {
  const isOpen = test.op === 'string' && (fixedCase || !hasCase(test.pattern));
  return prefixed(isOpen ? { ...test, cased: false } : test, prefixes);
}

function prefixed(test: QueryTest, prefixes: NativeField['prefixes']): QueryTest {
  if (prefixes === undefined) return test;
  const literal = test.op === 'term' ? test.literal : test.op === 'string' ? test.pattern.literal : '';
  for (const [native, sigma] of Object.entries(prefixes)) {
    if (!literal.toLowerCase().startsWith(native.toLowerCase())) continue;
    const text = sigma + literal.slice(native.length);
    if (test.op === 'term') return { ...test, literal: text };
    if (test.op === 'string' && test.pattern.shape === 'exact') return exactly(text, test.cased);
    if (test.op === 'string' && (test.pattern.shape === 'startswith' || test.pattern.shape === 'contains'))
      return partly(test.pattern.shape, text, test.cased);
  }
  return test;
}

/** Whether a pattern has upper-case and lower-case letters. */
export function hasCase({ parts }: Pattern): boolean {
  return parts.some((part) => typeof part === 'string' && part.toLowerCase() !== part.toUpperCase());
}

function onForm(test: QueryTest, form: string, separator: string): SigmaTest | undefined {
  switch (form) {
    case 'filename':
      return onLastSegment(test, separator);
    case 'account-1':
      return onLastSegment(test, '\\');
    case 'account-0':
      return onFirstSegment(test, '\\', true);
    case 'extension':
      return onExtension(test);
    case 'folder':
      return onFirstSegment(test, '\\', false);
    case 'hashes-0':
    case 'hashes-1':
    case 'hashes-2':
    case 'hashes-3':
      return onDigest(test, ALGORITHMS[Number(form.slice(-1))] as string);
    case 'argument':
    case 'text':
    case 'script':
      return onWords(test, form);
    case 'ip':
    case 'address':
      return onAddress(test);
    default:
      return onValue(test);
  }
}

function onDigest(test: QueryTest, algorithm: string): SigmaTest | undefined {
  if (test.op !== 'string' || (test.pattern.shape !== 'exact' && test.pattern.shape !== 'startswith')) return undefined;
  return { test: partly('contains', `${algorithm}=${test.pattern.literal}`) };
}

function onWords(test: QueryTest, form: 'argument' | 'text' | 'script'): SigmaTest | undefined {
  if (form === 'argument') return onArgument(test);
  const literal = literalOf(test);
  if (literal === undefined) return undefined;
  const exact = test.op === 'string' && test.pattern.shape === 'contains';
  return { test: partly('contains', literal), ...(exact ? {} : { widened: WORDS }) };
}

function onArgument(test: QueryTest): SigmaTest | undefined {
  if (test.op === 'regex') {
    const source = argumentExpression(test.source);
    return source === undefined ? undefined : { test: { ...test, source }, widened: ARGUMENTS };
  }
  if (test.op === 'string' && test.pattern.shape === 'mixed') {
    // Arguments stand side by side in the command line, so that the pattern may begin and end anywhere.
    return { test: { ...test, pattern: patternFrom([ANY, ...test.pattern.parts, ANY]) }, widened: WORDS };
  }
  const literal = literalOf(test);
  if (literal === undefined) return undefined;
  const source = test.op === 'string' ? signsExpression(test.pattern, escapeRegex(literal)) : undefined;
  if (source !== undefined) return { test: { op: 'regex', source, flags: '' }, widened: ARGUMENTS };
  return { test: partly('contains', literal), widened: WORDS };
}

function onAddress(test: QueryTest): SigmaTest {
  if (test.op === 'string' && test.pattern.shape === 'exact' && isNetwork(test.pattern.literal))
    return { test: networkTest(test.pattern.literal, 0) };
  return onValue(test);
}

const WORDS = 'The query looks for whole words; the rule finds the text inside longer words too.';
const ARGUMENTS = 'The query looks at single arguments; the rule finds the expression across several of them too.';
const WHOLE =
  'The query excludes values that have the words in them; the rule excludes only those that are no more than these.';
const PHRASE =
  'The query excludes what has the words in them in any spelling between; the rule excludes only what has them so, apart from other words.';
const SEGMENT = 'The query looks at one part of the value; the rule finds the text anywhere in it.';

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function onValue(test: QueryTest): SigmaTest {
  if (test.op !== 'term') return { test };
  const open = (edge: boolean, character: string | undefined) => !edge || !isWordCharacter(character);
  const exact = open(test.start, test.literal[0]) && open(test.end, test.literal.at(-1));
  return { test: partly('contains', test.literal, test.cased), ...(exact ? {} : { widened: WORDS }) };
}

/** A test on a column with only the file name: `cmd.exe`. */
function onLastSegment(test: QueryTest, separator: string): SigmaTest | undefined {
  if (test.op === 'regex') {
    const source = lastPartExpression(test.source);
    return source === undefined ? undefined : { test: { ...test, source } };
  }
  if (test.op !== 'string') {
    if (test.op === 'number') return { test: partly('endswith', separator + String(test.value)) };
    return test.op === 'term' ? { test: partly('contains', test.literal, test.cased), widened: SEGMENT } : undefined;
  }
  const { shape, literal, parts } = test.pattern;
  switch (shape) {
    case 'exact':
      return literal === '' ? undefined : { test: partly('endswith', separator + literal, test.cased) };
    case 'endswith':
      return { test };
    case 'startswith':
      return { test: partly('contains', separator + literal, test.cased), widened: SEGMENT };
    case 'contains':
      return { test, widened: SEGMENT };
    case 'any':
      return { test: { op: 'exists', value: true } };
    default:
      return parts[0] === ANY ? { test, widened: SEGMENT } : undefined;
  }
}

/** A test on a column with only the ending of a file's name, without its dot. */
function onExtension(test: QueryTest): SigmaTest | undefined {
  if (test.op !== 'string' || test.pattern.shape !== 'exact' || test.pattern.literal === '') return undefined;
  return { test: partly('endswith', `.${test.pattern.literal}`, test.cased) };
}

/** A test on a column with only the part before the last separator. */
function onFirstSegment(test: QueryTest, separator: string, single: boolean): SigmaTest | undefined {
  if (test.op !== 'string')
    return test.op === 'term' ? { test: partly('contains', test.literal, test.cased), widened: SEGMENT } : undefined;
  const { shape, literal } = test.pattern;
  switch (shape) {
    case 'exact':
      return { test: partly('startswith', literal + separator, test.cased), ...(single ? {} : { widened: SEGMENT }) };
    case 'startswith':
      return { test };
    case 'endswith':
      return { test: partly('contains', literal + separator, test.cased), widened: SEGMENT };
    case 'contains':
      return { test, widened: SEGMENT };
    case 'any':
      return { test: { op: 'exists', value: true } };
    default:
      return undefined;
  }
}

function literalOf(test: QueryTest): string | undefined {
  if (test.op === 'term') return test.literal;
  if (test.op === 'number' || test.op === 'boolean') return String(test.value);
  if (test.op !== 'string' || test.pattern.shape === 'mixed' || test.pattern.shape === 'any') return undefined;
  return test.pattern.literal === '' ? undefined : test.pattern.literal;
}

/** The same test as a regular expression, where nothing else expresses it exactly. */
function exactOnForm(test: QueryTest, form: string): SigmaTest | undefined {
  if (test.op === 'term') return regexTest(termOnForm(test, form), test.cased);
  if (test.op !== 'string') return undefined;
  if (form === 'text' || form === 'script') return phraseOnForm(test, form);
  if (test.pattern.shape === 'any') return undefined;
  if (form === 'extension') return regexTest(`\\.${withinPart(test.pattern)}$`, test.cased);
  if (form === 'account-0') return regexTest(`^${withinPart(test.pattern)}\\\\`, test.cased);
  return isLastPart(form) ? regexTest(`(?:^|[\\\\/])${withinPart(test.pattern)}$`, test.cased) : undefined;
}

const regexTest = (source: string | undefined, cased: boolean): SigmaTest | undefined =>
  source === undefined ? undefined : { test: { op: 'regex', source, flags: cased ? '' : 'i' } };

/** Whether a form is the last part of a path, or of an account's name. */
const isLastPart = (form: string): boolean => form === 'filename' || form === 'account-1';

/** A whole word as an expression; none for what comes before the last part of a path. */
function termOnForm({ end, literal, start }: Extract<QueryTest, { op: 'term' }>, form: string): string | undefined {
  if (form === 'folder') return undefined;
  if (isLastPart(form)) return `${escapeRegex(literal)}[^\\\\/]*$`;
  // An end that is no letter or digit parts words itself.
  const before = start && isWordCharacter(literal[0]) ? '(?:^|[^\\pL\\pN])' : '';
  const after = end && isWordCharacter(literal.at(-1)) ? '(?:$|[^\\pL\\pN])' : '';
  return `${before}${escapeRegex(literal)}${after}`;
}

/** A pattern as an expression whose wildcards stay within a part of a path, or of an account's name. */
function withinPart({ parts }: Pattern): string {
  return parts.map((part) => (part === ANY ? '[^\\\\/]*' : part === ONE ? '[^\\\\/]' : escapeRegex(part))).join('');
}

/** A phrase of analysed text, where a rule excludes by it: a name is the whole value, a phrase of a script stands between other words. */
function phraseOnForm(test: Extract<QueryTest, { op: 'string' }>, form: 'text' | 'script'): SigmaTest | undefined {
  const { shape, literal } = test.pattern;
  if (shape !== 'exact' || literal === '') return undefined;
  if (form === 'text') return { test: { ...test, cased: false }, kept: WHOLE };
  return { test: { op: 'regex', source: phraseExpression(literal, escapeRegex(literal)), flags: 'i' }, kept: PHRASE };
}

function escapeRegex(text: string): string {
  return escaped(text, '\\^$.*+?()[]{}|/-');
}
