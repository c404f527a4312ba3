import type { Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { type Dialect, operand } from './dialect.js';
import type { Place } from './place.js';
import { EVENT_TIME } from './schema.js';

type TimeTest = Extract<ValueTest, { op: 'time' }>;

/**
 * A part of a time in UTC. The event's own time goes through the timestamp functions, a time kept as ISO 8601 text through its digits.
 * Undefined for the ISO week, which neither way gives.
 */
export function timePart(test: TimeTest, place: Place, dialect: Dialect): Rendered | undefined {
  const two = String(test.value).padStart(2, '0');
  if (place.kind === 'timestamp') {
    const seconds = dialect.prefix + EVENT_TIME;
    switch (test.part) {
      case 'minute':
        return `timestamp.get_minute(${seconds}) = ${test.value}`;
      case 'hour':
        return `timestamp.get_hour(${seconds}) = ${test.value}`;
      case 'day':
        return `re.regex(timestamp.get_date(${seconds}), \`-${two}$\`)`;
      case 'month':
        return `re.regex(timestamp.get_date(${seconds}), \`^\\d+-${two}-\`)`;
      case 'year':
        return `re.regex(timestamp.get_date(${seconds}), \`^${test.value}-\`)`;
      default:
        return undefined;
    }
  }
  const left = operand(dialect, place);
  switch (test.part) {
    case 'minute':
      return `${left} = /^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:${two}/`;
    case 'hour':
      return `${left} = /^\\d{4}-\\d\\d-\\d\\d[T ]${two}:/`;
    case 'day':
      return `${left} = /^\\d{4}-\\d\\d-${two}/`;
    case 'month':
      return `${left} = /^\\d{4}-${two}-/`;
    case 'year':
      return `${left} = /^${String(test.value).padStart(4, '0')}-/`;
    default:
      return undefined;
  }
}
