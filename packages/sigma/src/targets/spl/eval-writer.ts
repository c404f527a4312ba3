import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly, regexBody } from '../../convert/text/patterns.js';
import { isAbsence, isPresence, type TestOf } from '../../convert/text/tests.js';
import type { TestTokens } from '../../convert/text/token-writer.js';
import { SIGNS } from '../../convert/text/tokens.js';
import type { Rendered } from '../../convert/walk.js';
import type { TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import type { SplPlace } from './fields.js';
import { flaggedPcre, numberPcre, patternFlags, patternPcre } from './pcre.js';
import { evalName, quote } from './quote.js';
import { SplWriter } from './spl-writer.js';
import { EVAL } from './syntax.js';
import { isTimeRun, timeExpression } from './time.js';

const TOKENS: TestTokens = {
  present: (name) => `isnotnull(${name})`,
  absent: (name) => `isnull(${name})`,
  network: (name, network) => `cidrmatch("${network}", ${name})`,
};

/**
 * Tests as eval expressions. In eval a test on a missing field is neither true nor false, also under NOT. A test under an odd number of
 * `not` therefore demands the field first.
 */
export class EvalWriter extends SplWriter {
  readonly syntax = EVAL;
  protected readonly tokens = TOKENS;
  protected readonly spell = evalName;

  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: SplPlace,
    scope: LeafScope,
  ): Rendered {
    // A comparison of a time part arrives as equalities; one expression covers them all.
    if (join === 'any' && isTimeRun(tests)) {
      const values = tests.map(({ value }) => value);
      return this.demanding(place.name, this.time(tests[0].part, values, place), scope);
    }
    const certain: Rendered[] = [];
    const valued: Rendered[] = [];
    for (const test of tests) {
      (isAbsence(test) || isPresence(test) ? certain : valued).push(this.test(test, place, scope));
    }
    if (valued.length === 0) return this.join(join, certain);
    return this.join(join, [...certain, this.demanding(place.name, this.join(join, valued), scope)]);
  }

  /** Under a `not`, an expression about a field needs the field. */
  private demanding(name: string, expression: Rendered, { tolerance }: LeafScope): Rendered {
    return tolerance === 'wider' ? expression : this.join('all', [TOKENS.present(name), expression]);
  }

  protected text(pattern: Pattern, cased: boolean, { name, field }: SplPlace): string {
    if (pattern.shape !== 'exact') return `match(${name}, ${quote(patternPcre(pattern, cased))})`;
    const native = field.values?.get(pattern.literal.toLowerCase()) ?? pattern.literal;
    if (cased || native === '') return `${name}==${quote(native)}`;
    return `match(${name}, ${quote(patternPcre(exactly(native), false))})`;
  }

  protected equals(value: number | boolean, { name, field }: SplPlace): string {
    if (typeof value === 'boolean') return `match(${name}, "(?i)^${value}$")`;
    const native = field.values?.get(String(value));
    return native === undefined ? `${name}=${value}` : `${name}=${quote(native)}`;
  }

  protected compare({ operator, value }: TestOf<'compare'>, { name }: SplPlace, scope: LeafScope): Rendered {
    return this.demanding(`tonumber(${name})`, `tonumber(${name})${SIGNS[operator]}${value}`, scope);
  }

  protected override regex({ source, flags }: TestOf<'regex'>, { name }: SplPlace): string {
    return `match(${name}, ${quote(flaggedPcre(source, flags))})`;
  }

  protected override reference(test: TestOf<'fieldref'>, { name }: SplPlace, scope: LeafScope): Rendered {
    const others = this.placesOf(test.field, scope);
    return this.join(
      'any',
      others.map((other) => this.demanding(other.name, comparedFields(name, other.name, test), scope)),
    );
  }

  protected override time(part: TimePart, values: readonly number[], { name }: SplPlace): string {
    return timeExpression(name, part, values);
  }

  /** Keywords are tested on the raw event, which every event has. */
  protected override keyword(test: ValueTest): Rendered {
    switch (test.op) {
      case 'string':
      case 'placeholder': {
        if (test.pattern.shape === 'any') return true;
        const flags = patternFlags(test.pattern, test.op === 'string' && test.cased);
        return `match(_raw, ${quote(flags + regexBody(test.pattern))})`;
      }
      case 'number':
        return `match(_raw, ${quote(numberPcre(test.value))})`;
      case 'regex':
        return `match(_raw, ${quote(flaggedPcre(test.source, test.flags))})`;
      default:
        return true;
    }
  }
}

/** No function of eval searches one field's value in another literally, but `split` takes its delimiter literally. */
function comparedFields(name: string, other: string, { match, cased }: TestOf<'fieldref'>): Rendered {
  const left = cased ? name : `lower(${name})`;
  const right = cased ? other : `lower(${other})`;
  switch (match) {
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
