import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { TimePart } from '../../model/condition.js';
import { type Dialect, operand } from './dialect.js';
import { type Place, unsayable } from './place.js';
import { EVENT_TIME } from './schema.js';

/**
 * "The time's part is one of the values", in UTC. The event's own time uses the timestamp functions, a time stored as ISO 8601 text its
 * digits. Neither can give the ISO week.
 */
export function timeTest(
  part: TimePart,
  values: readonly number[],
  place: Place,
  dialect: Dialect,
  scope: LeafScope,
): Rendered {
  if (place.inside) return unsayable('a value of its own', place, scope);
  if (part === 'week') return unsayable('the week of a time', place, scope);
  const digits = values.map((value) => String(value).padStart(part === 'year' ? 4 : 2, '0'));
  const choice = digits.length === 1 ? (digits[0] as string) : `(?:${digits.join('|')})`;
  if (place.kind !== 'timestamp') {
    scope.note('unsure_field', `${place.path} is taken to hold ISO 8601 times in UTC.`);
    return `${operand(dialect, place)} = /${textPattern(part, choice)}/`;
  }
  const seconds = dialect.prefix + EVENT_TIME;
  switch (part) {
    case 'minute':
    case 'hour':
      return joinRendered(
        'or',
        values.map((value) => `timestamp.get_${part}(${seconds}) = ${value}`),
        dialect.syntax,
      );
    default:
      return `re.regex(timestamp.get_date(${seconds}), \`${textPattern(part, choice)}\`)`;
  }
}

function textPattern(part: TimePart, choice: string): string {
  switch (part) {
    case 'minute':
      return `^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:${choice}`;
    case 'hour':
      return `^\\d{4}-\\d\\d-\\d\\d[T ]${choice}:`;
    case 'day':
      return `^\\d{4}-\\d\\d-${choice}`;
    case 'month':
      return `^\\d{4}-${choice}-`;
    default:
      return `^${choice}-`;
  }
}
