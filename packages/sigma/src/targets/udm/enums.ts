import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { type Dialect, operand, present } from './dialect.js';
import type { Place } from './place.js';

/**
 * "The enumerated path has one of the values." The place's value table maps a product's values to UDM constants. Several values may become
 * one constant, which is then wider than any of them, so a part that may only be narrower leaves it out. Undefined where nothing can be
 * expressed: UDM has no constant for the product's values.
 */
export function enumFits(
  patterns: readonly Pattern[],
  place: Place,
  dialect: Dialect,
  scope: LeafScope,
): Rendered | undefined {
  if (patterns.some((pattern) => pattern.shape === 'any')) return present(place, dialect);
  const constants = place.values === undefined ? ownConstants(patterns) : mappedConstants(patterns, place.values);
  if (constants === undefined) return undefined;
  const merged = place.values === undefined ? [] : alsoMeant(patterns, place.values, constants);
  if (merged.length > 0) {
    const narrower = scope.tolerance === 'narrower';
    const what = narrower
      ? 'exclusions that would also exclude others were left out'
      : `also found are ${merged.map(([value]) => value).join(', ')}`;
    scope.note('widened_wildcard', `UDM has one constant for several values of ${place.path}: ${what}.`);
    if (narrower) for (const [, constant] of merged) constants.delete(constant);
  }
  const left = operand(dialect, place);
  return joinRendered(
    'or',
    [...constants].map((constant) => `${left} = "${constant}"`),
    dialect.syntax,
  );
}

/** Without a table, the rule's values are UDM's own constants, in UDM's spelling. */
function ownConstants(patterns: readonly Pattern[]): Set<string> | undefined {
  if (patterns.some((pattern) => pattern.shape !== 'exact')) return undefined;
  return new Set(patterns.map((pattern) => pattern.literal.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')));
}

function mappedConstants(patterns: readonly Pattern[], values: ReadonlyMap<string, string>): Set<string> | undefined {
  const constants = new Set<string>();
  for (const pattern of patterns) {
    let found = false;
    for (const [value, constant] of values) {
      if (!fits(pattern, value)) continue;
      constants.add(constant);
      found = true;
    }
    if (!found) return undefined;
  }
  return constants;
}

/** Values that share a constant with a wanted one without being wanted. */
function alsoMeant(
  patterns: readonly Pattern[],
  values: ReadonlyMap<string, string>,
  constants: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return [...values].filter(
    ([value, constant]) => constants.has(constant) && !patterns.some((pattern) => fits(pattern, value)),
  );
}

/** Whether a lower-case value matches a pattern in any letter case. Both are short, since values come from the map files. */
export function fits(pattern: Pattern, value: string): boolean {
  if (pattern.shape === 'exact') return pattern.literal.toLowerCase() === value;
  let reached = new Set([0]);
  for (const part of pattern.parts) {
    const next = new Set<number>();
    const literal = typeof part === 'string' ? part.toLowerCase() : '';
    for (const at of reached) {
      if (part === ANY) for (let end = at; end <= value.length; end += 1) next.add(end);
      else if (part === ONE) {
        if (at < value.length) next.add(at + 1);
      } else if (value.startsWith(literal, at)) next.add(at + literal.length);
    }
    reached = next;
  }
  return reached.has(value.length);
}
