import { isWords } from '../../characters.js';
import type { Note } from '../../convert/note.js';
import type { TestOf } from '../../convert/text/tests.js';
import { joinRendered, type Rendered, textOf } from '../../convert/walk.js';
import type { Condition, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { hasFixedCase, isObjectField, spelledByAws, wildcardText } from './matchers.js';
import { type Literal, type NormalForm, normalForm } from './normal.js';

const SYNTAX = { and: ' && ', or: ' || ', not: (operand: string) => operand, alwaysGroup: true };
/** Limits of CloudWatch Logs: the length of a filter pattern, and the number of regular expressions in it. */
const LENGTH_MAX = 1_024;
const REGEXES_MAX = 2;
const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const OPPOSITE = { gt: '<=', gte: '<', lt: '>=', lte: '>' } as const;

/** The CloudWatch Logs filter pattern of a condition on CloudTrail fields. */
export function filterPattern(tree: Condition, note: (note: Note) => void): string {
  const state = { regexes: 0 };
  const rendered = render(normalForm(tree), note, state);
  const text =
    typeof rendered === 'boolean' ? (rendered ? '$.eventID = "*"' : '$.eventID NOT EXISTS') : textOf(rendered);
  const pattern = `{ ${text} }`;
  if (pattern.length > LENGTH_MAX) {
    note({
      code: 'query_syntax',
      message: `The filter pattern has ${pattern.length} characters; CloudWatch Logs takes ${LENGTH_MAX}: split it over several filters of one metric.`,
    });
  }
  return pattern;
}

interface State {
  regexes: number;
}

function render(form: NormalForm, note: (note: Note) => void, state: State): Rendered {
  if (form.kind === 'literal') return literalText(form.literal, note, state);
  return joinRendered(
    form.kind,
    form.children.map((child) => render(child, note, state)),
    SYNTAX,
  );
}

function literalText(literal: Literal, note: (note: Note) => void, state: State): Rendered {
  const { field, tests, negated, part } = literal;
  const drop = (what: string): true => {
    note({ code: 'test_dropped', message: `A filter pattern cannot say ${what}: the test was left out.`, part });
    return true;
  };
  if (field === undefined) return drop('a search over the whole event');
  if (isObjectField(field) && tests.some(({ op }) => op !== 'null' && op !== 'exists')) {
    return drop(`the text of the object ${field}`);
  }
  if (field.includes('[]')) return drop(`that any element of the list ${field} fits`);
  const selector = `$.${field
    .split('.')
    .map((step) => (isWords(step) ? step : `['${step.replaceAll("'", '')}']`))
    .join('.')}`.replaceAll(".['", "['");
  const parts = tests.map(
    (test): Rendered =>
      negated ? opposite(field, selector, test, drop) : positive({ selector, field, part, note, state }, test, drop),
  );
  if (!negated) return joinRendered('or', parts, SYNTAX);
  const all = joinRendered('and', parts, SYNTAX);
  const aboutPresence = tests.some((test) => test.op === 'null' || test.op === 'exists');
  // A comparison with a missing field is false, whatever the operator.
  return aboutPresence ? all : joinRendered('or', [all, atom(`${selector} NOT EXISTS`)], SYNTAX);
}

function atom(text: string): Rendered {
  return `(${text})`;
}

interface Place {
  readonly selector: string;
  readonly field: string;
  readonly part: string;
  readonly note: (note: Note) => void;
  readonly state: State;
}

function positive(place: Place, test: ValueTest, drop: (what: string) => true): Rendered {
  const { selector, field, part, note } = place;
  switch (test.op) {
    case 'string':
      return textTest(place, test);
    case 'number':
      return joinRendered('or', [atom(`${selector} = ${test.value}`), atom(`${selector} = "${test.value}"`)], SYNTAX);
    case 'boolean':
      return joinRendered(
        'or',
        [atom(`${selector} IS ${test.value ? 'TRUE' : 'FALSE'}`), atom(`${selector} = "${test.value}"`)],
        SYNTAX,
      );
    case 'null':
      return joinRendered('or', [atom(`${selector} IS NULL`), atom(`${selector} NOT EXISTS`)], SYNTAX);
    case 'exists':
      return test.value ? present(field, selector) : atom(`${selector} NOT EXISTS`);
    case 'compare':
      return atom(`${selector} ${SIGNS[test.operator]} ${test.value}`);
    case 'cidr':
      return cidrText(selector, test, part, note) ?? drop('a range of IPv6 addresses');
    case 'regex':
      return expressionTest(place, test);
    default:
      return drop(`"${test.op}"`);
  }
}

function textTest({ selector, field, part, note }: Place, test: TestOf<'string'>): Rendered {
  if (test.pattern.shape === 'any') return present(field, selector);
  const spelled = test.cased ? undefined : spelledByAws(field, test.pattern);
  if (spelled === undefined && !test.cased && !hasFixedCase(field) && hasLetters(test.pattern)) {
    note({
      code: 'case_plain',
      message: `Filter patterns compare case-sensitively: ${field} is matched in the spelling of the rule.`,
      part,
    });
  }
  const own = atom(`${selector} = ${quotedPattern(test.pattern, part, note)}`);
  if (spelled === undefined || spelled === test.pattern.literal) return own;
  return joinRendered('or', [own, atom(`${selector} = "${spelled}"`)], SYNTAX);
}

function expressionTest({ selector, field, part, note, state }: Place, test: TestOf<'regex'>): Rendered {
  const simple =
    /^[\w\s:#=@/;,^$?[\]{}|*+.\\-]+$/.test(test.source) && !test.flags.includes('i') && !test.source.includes('%');
  if (simple && state.regexes < REGEXES_MAX) {
    state.regexes += 1;
    return atom(`${selector} = %${test.source}%`);
  }
  note({
    code: 'widened_regex',
    message: 'The filter pattern cannot hold this regular expression: any value of the field is accepted.',
    part,
  });
  return present(field, selector);
}

/** Any value of a field. A selector on a list matches nothing, and what a request holds may be a list: then its first element is asked. */
function present(field: string, selector: string): Rendered {
  const plain = atom(`${selector} = "*"`);
  if (!field.startsWith('requestParameters.') && !field.startsWith('responseElements.')) return plain;
  return joinRendered('or', [plain, atom(`${selector}[0] = "*"`)], SYNTAX);
}

function opposite(field: string, selector: string, test: ValueTest, drop: (what: string) => true): Rendered {
  switch (test.op) {
    case 'string':
      if (test.pattern.shape === 'any') return atom(`${selector} NOT EXISTS`);
      if (test.pattern.parts.some((one) => one === 1)) return drop('an exclusion with a single-character wildcard');
      return atom(`${selector} != ${quotedPattern(test.pattern, '', () => undefined)}`);
    case 'number':
      return joinRendered(
        'and',
        [atom(`${selector} != ${test.value}`), atom(`${selector} != "${test.value}"`)],
        SYNTAX,
      );
    case 'boolean':
      return joinRendered(
        'or',
        [atom(`${selector} IS ${test.value ? 'FALSE' : 'TRUE'}`), atom(`${selector} = "${!test.value}"`)],
        SYNTAX,
      );
    case 'null':
      return present(field, selector);
    case 'exists':
      return test.value ? atom(`${selector} NOT EXISTS`) : present(field, selector);
    case 'compare':
      return atom(`${selector} ${OPPOSITE[test.operator]} ${test.value}`);
    default:
      return drop(`the exclusion of "${test.op}"`);
  }
}

function hasLetters({ parts }: Pattern): boolean {
  return parts.some((part) => typeof part === 'string' && part.toLowerCase() !== part.toUpperCase());
}

function quotedPattern(pattern: Pattern, part: string, note: (note: Note) => void): string {
  return `"${wildcardText(pattern, part, note).replaceAll('"', '\\"')}"`;
}

/** A network as a wildcard on whole octets; a prefix that ends within an octet is widened to it. */
function cidrText(
  selector: string,
  test: Extract<ValueTest, { op: 'cidr' }>,
  part: string,
  note: (note: Note) => void,
): Rendered | undefined {
  if (test.version !== 4) return undefined;
  const octets = Math.floor(test.prefix / 8);
  if (test.prefix % 8 !== 0) {
    note({
      code: 'widened_wildcard',
      message: `A filter pattern knows addresses only as text: ${test.network} is widened to whole octets.`,
      part,
    });
  }
  const kept = test.network.split('/')[0]?.split('.').slice(0, octets) ?? [];
  return atom(`${selector} = "${octets === 4 ? kept.join('.') : [...kept, '*'].join('.')}"`);
}
