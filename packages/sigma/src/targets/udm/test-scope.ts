import type { ConversionContext } from '../../convert/target.js';
import type { Tolerance } from '../../convert/walk.js';
import type { Pattern } from '../../model/pattern.js';
import type { Dialect } from './dialect.js';
import type { Place } from './place.js';

/** What rendering one test needs to know besides the test. */
export interface TestScope {
  readonly dialect: Dialect;
  readonly tolerance: Tolerance;
  readonly ctx: ConversionContext;
  /** `selection.item` of the rule, for notes. */
  readonly part: string;
}

/** An exact pattern, as if the rule had written the value as a string. */
export function exactPattern(literal: string): Pattern {
  return { parts: literal === '' ? [] : [literal], shape: 'exact', literal };
}

/** Leaves a test out: true where the query may be wider, false under a `not`, so that no event of the rule is missed. */
export function unsayable(what: string, place: Place, scope: TestScope): boolean {
  scope.ctx.note({
    code: 'test_dropped',
    message: `${place.path} cannot be asked for ${what}: the test was left out.`,
    part: scope.part,
  });
  return scope.tolerance === 'wider';
}
