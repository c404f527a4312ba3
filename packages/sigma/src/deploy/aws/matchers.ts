import { escaped } from '../../characters.js';
import { resolveMap } from '../../convert/maps.js';
import type { Note } from '../../convert/note.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { luceneMap } from '../../targets/lucene/resolve.js';
import type { Literal } from './normal.js';

/** A value of a JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** CloudTrail fields whose letter case AWS chooses, so that a plain value equals one in any case. */
const FIXED_CASE = new Set([
  'eventName',
  'eventSource',
  'eventType',
  'eventCategory',
  'errorCode',
  'awsRegion',
  'userIdentity.type',
  'userIdentity.invokedBy',
  'userIdentity.sessionContext.sessionIssuer.type',
  'recipientAccountId',
]);

/** Whether AWS itself writes the field's values, always in one spelling. */
export function hasFixedCase(field: string): boolean {
  return FIXED_CASE.has(field);
}

/** OpenSearch's maps have CloudTrail's own names and values. */
const CLOUDTRAIL = { product: 'aws', service: 'cloudtrail' };

/** AWS's spelling of an enumeration's value, whatever the rule's letter case; undefined for anything else. */
export function spelledByAws(field: string, { shape, literal }: Pattern): string | undefined {
  if (shape !== 'exact') return undefined;
  return luceneMap(resolveMap('opensearch', CLOUDTRAIL), 'opensearch').field(field).values?.get(literal.toLowerCase());
}

/** CloudTrail fields that hold objects. A rule may search their text; AWS's patterns only see the values inside. */
const OBJECTS = new Set([
  'requestParameters',
  'responseElements',
  'userIdentity',
  'additionalEventData',
  'serviceEventDetails',
  'tlsDetails',
]);

/** Whether a field is an object, so that no comparison with it can be written. */
export function isObjectField(field: string): boolean {
  return OBJECTS.has(field);
}

/** Kinds of exclusions that are always case-sensitive. */
const CASED_KINDS = new Set(['prefix', 'suffix', 'wildcard']);

const NUMERIC = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * The content filters of an EventBridge pattern for the literal's field, of which one must hold. Undefined where nothing can be expressed:
 * the field is then left out, so that the pattern matches more and never less.
 */
export function matchersOf(literal: Literal, note: (note: Note) => void): readonly Json[] | undefined {
  const { field, tests, negated, part } = literal;
  if (field === undefined) {
    note({
      code: 'test_dropped',
      message: 'An event pattern has no search over the whole event: the keywords were left out.',
      part,
    });
    return undefined;
  }
  if (isObjectField(field)) {
    note({
      code: 'test_dropped',
      message: `${field} is an object, of which an event pattern sees only the values inside: the test was left out.`,
      part,
    });
    return undefined;
  }
  return negated ? excluded(field, tests, part, note) : wanted(field, tests, part, note);
}

function wanted(
  field: string,
  tests: readonly ValueTest[],
  part: string,
  note: (note: Note) => void,
): readonly Json[] | undefined {
  const matchers: Json[] = [];
  for (const test of tests) {
    const found = matcherOf(field, test, part, note);
    if (found === undefined) return undefined;
    matchers.push(...found);
  }
  return matchers;
}

function matcherOf(
  field: string,
  test: ValueTest,
  part: string,
  note: (note: Note) => void,
): readonly Json[] | undefined {
  switch (test.op) {
    case 'string':
      return [patternMatcher(field, test.pattern, test.cased, part, note)];
    case 'number':
      return [test.value, String(test.value)];
    case 'boolean':
      return [test.value, String(test.value)];
    case 'null':
      return [null, { exists: false }];
    case 'exists':
      return [{ exists: test.value }];
    case 'compare':
      return [{ numeric: [NUMERIC[test.operator], test.value] }];
    case 'cidr':
      return [{ cidr: test.network }];
    case 'regex':
      note({
        code: 'widened_regex',
        message: 'An event pattern has no regular expressions: any value of the field is accepted.',
        part,
      });
      return [{ exists: true }];
    default:
      note({
        code: 'test_dropped',
        message: `An event pattern cannot say "${test.op}" of ${field}: the test was left out.`,
        part,
      });
      return undefined;
  }
}

function patternMatcher(
  field: string,
  pattern: Pattern,
  cased: boolean,
  part: string,
  note: (note: Note) => void,
): Json {
  const plain = cased || hasFixedCase(field);
  const { literal, shape } = pattern;
  switch (shape) {
    case 'exact': {
      const isAsWritten = cased || (spelledByAws(field, pattern) ?? literal) === literal;
      const exact = (plain && isAsWritten) || literal.toLowerCase() === literal.toUpperCase();
      return exact ? literal : { 'equals-ignore-case': literal };
    }
    case 'startswith':
      return { prefix: plain ? literal : { 'equals-ignore-case': literal } };
    case 'endswith':
      return { suffix: plain ? literal : { 'equals-ignore-case': literal } };
    case 'any':
      return { exists: true };
    default:
      if (!plain)
        note({
          code: 'case_plain',
          message: `Wildcards compare case-sensitively: ${field} is matched in the spelling of the rule.`,
          part,
        });
      return { wildcard: wildcardText(pattern, part, note) };
  }
}

/** The pattern with `*` as the only wildcard. A single-character wildcard becomes `*`, which is wider. */
export function wildcardText(pattern: Pattern, part: string, note: (note: Note) => void): string {
  let text = '';
  let wild = false;
  for (const one of pattern.parts) {
    if (typeof one === 'string') text += escaped(one, '\\*');
    else if (!wild) text += '*';
    wild = typeof one !== 'string';
    if (one === ONE) {
      note({
        code: 'widened_wildcard',
        message: 'AWS has no wildcard for a single character: "*" stands for "?".',
        part,
      });
    }
  }
  return text;
}

/**
 * "None of the tests holds." A missing field also satisfies that, which `anything-but` alone does not. One `anything-but` holds values of
 * one kind; tests of other kinds are left out.
 */
function excluded(
  field: string,
  tests: readonly ValueTest[],
  part: string,
  note: (note: Note) => void,
): readonly Json[] | undefined {
  const [only] = tests;
  if (tests.length === 1 && only?.op === 'null') return [{ exists: true }];
  if (tests.length === 1 && only?.op === 'exists') return [{ exists: !only.value }];
  if (tests.some((test) => test.op === 'string' && test.pattern.shape === 'any')) return [{ exists: false }];
  const kinds = exclusionsOf(field, tests, part, note);
  const [kept, ...others] = [...kinds].sort(([, left], [, right]) => right.length - left.length);
  if (kept === undefined) return undefined;
  if (others.length > 0) dropped(field, part, note);
  const [kind, values] = kept;
  if (CASED_KINDS.has(kind) && !hasFixedCase(field)) {
    note({
      code: 'case_plain',
      message: `The exclusion of ${field} compares case-sensitively, in the spelling of the rule.`,
      part,
    });
  }
  const list = values.length === 1 ? (values[0] as Json) : values;
  return [{ 'anything-but': kind === 'equals' || kind === 'number' ? values : { [kind]: list } }, { exists: false }];
}

/** The values of the tests by the kind of their exclusion; what cannot be excluded is left out, with a note. */
function exclusionsOf(
  field: string,
  tests: readonly ValueTest[],
  part: string,
  note: (note: Note) => void,
): ReadonlyMap<string, readonly (string | number)[]> {
  const kinds = new Map<string, (string | number)[]>();
  for (const test of tests) {
    const exclusion = exclusionOf(field, test);
    if (exclusion === undefined) {
      dropped(field, part, note);
      continue;
    }
    const [kind, value] = exclusion;
    kinds.set(kind, [...(kinds.get(kind) ?? []), value]);
  }
  return kinds;
}

function exclusionOf(field: string, test: ValueTest): readonly [string, string | number] | undefined {
  // A list of exclusions holds texts or numbers, not both.
  if (test.op === 'number') return ['number', test.value];
  if (test.op !== 'string') return undefined;
  const plain = test.cased || hasFixedCase(field);
  const { shape, literal, parts } = test.pattern;
  switch (shape) {
    case 'exact':
      return [plain || literal.toLowerCase() === literal.toUpperCase() ? 'equals' : 'equals-ignore-case', literal];
    case 'startswith':
      return ['prefix', literal];
    case 'endswith':
      return ['suffix', literal];
    default:
      // A wider wildcard would exclude more than the rule does.
      if (parts.includes(ONE)) return undefined;
      return ['wildcard', parts.map((one) => (one === ANY ? '*' : escaped(String(one), '\\*'))).join('')];
  }
}

function dropped(field: string, part: string, note: (note: Note) => void): void {
  note({
    code: 'test_dropped',
    message: `An event pattern carries one kind of exclusion per field: others of ${field} were left out.`,
    part,
  });
}
