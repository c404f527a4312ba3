import { joinRendered, type Rendered, type Tolerance } from '../../convert/walk.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { type Dialect, operand } from './dialect.js';
import { present } from './empty.js';
import type { Place } from './place.js';

/**
 * "The enumerated path has one of the values." The place's value table says which UDM constant a product's value becomes; several of them
 * may become one constant, which then is wider than any of them alone, so a part that may only be narrower leaves it out.
 * Undefined where the product has a value of its own for which UDM has no constant.
 */
export function enumFits(
  patterns: readonly Pattern[],
  place: Place,
  dialect: Dialect,
  tolerance: Tolerance,
): Rendered | undefined {
  if (patterns.some((pattern) => pattern.shape === 'any')) return present(place, dialect);
  const constants = new Set<string>();
  for (const pattern of patterns) {
    if (place.values === undefined) {
      if (pattern.shape !== 'exact') return undefined;
      constants.add(pattern.literal.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'));
      continue;
    }
    let found = false;
    for (const [value, constant] of place.values) {
      if (fits(pattern, value)) {
        constants.add(constant);
        found = true;
      }
    }
    if (!found) return undefined;
  }
  if (tolerance === 'narrower' && place.values !== undefined) {
    for (const [value, constant] of place.values) {
      if (constants.has(constant) && !patterns.some((pattern) => fits(pattern, value))) constants.delete(constant);
    }
    if (constants.size === 0) return undefined;
  }
  const left = operand(dialect, place);
  return joinRendered(
    'or',
    [...constants].map((constant) => `${left} = "${constant}"`),
    dialect.syntax,
  );
}

/** Whether a lower-cased value fits a pattern, regardless of case. Both are short: values come from the map files. */
export function fits(pattern: Pattern, value: string): boolean {
  const parts = pattern.parts.map((part) => (typeof part === 'string' ? part.toLowerCase() : part));
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === ANY) for (let end = at; end <= value.length; end += 1) next.add(end);
      else if (part === ONE && at < value.length) next.add(at + 1);
      else if (typeof part === 'string' && value.startsWith(part, at)) next.add(at + part.length);
    }
    reached = next;
  }
  return reached.has(value.length);
}
