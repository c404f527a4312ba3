import type { MappedField } from '../../convert/maps.js';
import { joinRendered, type Rendered, type Tolerance } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import { exactPcre, flaggedPcre, keywordPcre, numberPcre, patternPcre } from './pcre.js';
import { evalName, quote } from './quote.js';
import { isAbsence } from './search-leaf.js';
import { EVAL } from './syntax.js';
import { isTimeRun, timeExpression } from './time.js';

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Gives the native place of the field that a rule compares with. */
type FindField = (field: string) => MappedField;

/** Where eval finds a field: by its name, or for a whole object in the event's JSON text. */
function evalPlaces(field: MappedField): readonly string[] {
  return field.type === 'json'
    ? field.names.map((name) => `json_extract(_raw, ${quote(name)})`)
    : field.names.map(evalName);
}

/**
 * A field test as an eval expression. In eval a test on a missing field is neither true nor false, also under NOT. A leaf under an odd
 * number of `not` therefore demands the field first.
 */
export function evalField(leaf: FieldTest, field: MappedField, tolerance: Tolerance, find: FindField): Rendered {
  const places = evalPlaces(field);
  if (places.length === 1) return evalTests(leaf, field, places[0] as string, tolerance, find);
  const parts = leaf.tests.map((test) => {
    const one: FieldTest = { ...leaf, tests: [test] };
    return joinRendered(
      isAbsence(test) ? 'and' : 'or',
      places.map((name) => evalTests(one, field, name, tolerance, find)),
      EVAL,
    );
  });
  return joinRendered(leaf.join === 'any' ? 'or' : 'and', parts, EVAL);
}

function evalTests(leaf: FieldTest, field: MappedField, name: string, tolerance: Tolerance, find: FindField): Rendered {
  const join = leaf.join === 'any' ? 'or' : 'and';
  // A comparison of a time part arrives as equalities; one expression covers them all.
  if (leaf.join === 'any' && isTimeRun(leaf.tests)) {
    const first = leaf.tests[0];
    const values = leaf.tests.map(({ value }) => value);
    const value = timeExpression(name, first.part, values);
    return tolerance === 'narrower' ? joinRendered('and', [`isnotnull(${name})`, value], EVAL) : value;
  }
  const valued: Rendered[] = [];
  const certain: Rendered[] = [];
  for (const test of leaf.tests) {
    if (test.op === 'null' || test.op === 'exists' || (test.op === 'string' && test.pattern.shape === 'any')) {
      const present = test.op === 'string' || (test.op === 'exists' && test.value);
      certain.push(present ? `isnotnull(${name})` : `isnull(${name})`);
    } else {
      valued.push(evalTest(name, test, field, tolerance, find));
    }
  }
  const value = valued.length === 0 ? undefined : joinRendered(join, valued, EVAL);
  if (value === undefined) return joinRendered(join, certain, EVAL);
  const guarded = tolerance === 'narrower' ? joinRendered('and', [`isnotnull(${name})`, value], EVAL) : value;
  return certain.length === 0 ? guarded : joinRendered(join, [...certain, guarded], EVAL);
}

function evalTest(name: string, test: ValueTest, field: MappedField, tolerance: Tolerance, find: FindField): Rendered {
  switch (test.op) {
    case 'string':
    case 'placeholder': {
      const { pattern } = test;
      const cased = test.op === 'string' && test.cased;
      if (pattern.shape === 'exact') {
        const native = field.values?.get(pattern.literal.toLowerCase()) ?? pattern.literal;
        if (cased || native === '') return `${name}==${quote(native)}`;
        return `match(${name}, ${quote(exactPcre(native))})`;
      }
      return `match(${name}, ${quote(patternPcre(pattern, cased))})`;
    }
    case 'number': {
      const native = field.values?.get(String(test.value));
      return native === undefined ? `${name}=${test.value}` : `${name}=${quote(native)}`;
    }
    case 'boolean':
      return `match(${name}, "(?i)^${test.value}$")`;
    case 'compare': {
      const compared = `tonumber(${name})${OPERATORS[test.operator]}${test.value}`;
      return tolerance === 'wider'
        ? compared
        : { text: `isnotnull(tonumber(${name})) AND ${compared}`, operator: 'and' };
    }
    case 'regex':
      return `match(${name}, ${quote(flaggedPcre(test.source, test.flags))})`;
    case 'cidr':
      return `cidrmatch("${test.network}", ${name})`;
    case 'fieldref':
      return joinRendered(
        'or',
        evalPlaces(find(test.field)).map((other) => fieldComparison(name, other, test, tolerance)),
        EVAL,
      );
    case 'time':
      return timeExpression(name, test.part, [test.value]);
    default:
      return tolerance === 'wider';
  }
}

type FieldReference = Extract<ValueTest, { op: 'fieldref' }>;

function fieldComparison(name: string, other: string, test: FieldReference, tolerance: Tolerance): Rendered {
  const compared = comparedFields(name, other, test);
  return tolerance === 'wider' ? compared : joinRendered('and', [`isnotnull(${other})`, compared], EVAL);
}

/** No function of eval searches one field's value in another literally, but `split` takes its delimiter literally. */
function comparedFields(name: string, other: string, test: FieldReference): Rendered {
  const left = test.cased ? name : `lower(${name})`;
  const right = test.cased ? other : `lower(${other})`;
  switch (test.match) {
    case 'equals':
      return `${left}=${right}`;
    case 'startswith':
      return `substr(${left}, 1, len(${other}))=${right}`;
    case 'endswith':
      return `substr(${left}, 1+len(${name})-len(${other}))=${right}`;
    case 'contains':
      // An empty text is contained in every other, but does not split it.
      return {
        text: `(isnotnull(${name}) AND len(${other})=0) OR mvcount(split(${left}, ${right}))>1`,
        operator: 'or',
      };
  }
}

/** A keyword test as an eval expression on the raw event, which every event has. */
export function evalKeyword(leaf: KeywordTest): Rendered {
  return joinRendered(leaf.join === 'any' ? 'or' : 'and', leaf.tests.map(keywordTest), EVAL);
}

function keywordTest(test: ValueTest): Rendered {
  switch (test.op) {
    case 'string':
    case 'placeholder':
      if (test.pattern.shape === 'any') return true;
      return `match(_raw, ${quote(keywordPcre(test.pattern, test.op === 'string' && test.cased))})`;
    case 'number':
      return `match(_raw, ${quote(numberPcre(test.value))})`;
    case 'regex':
      return `match(_raw, ${quote(flaggedPcre(test.source, test.flags))})`;
    default:
      return true;
  }
}
