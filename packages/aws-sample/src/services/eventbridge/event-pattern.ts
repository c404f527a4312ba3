import { AwsError } from '../../aws-error.js';

/**
 * Checks an event pattern as EventBridge does: it must be an object of objects that end in non-empty lists of values to match.
 *
 * @throws AwsError `InvalidEventPatternException`, naming the member at fault.
 */
export function checkEventPattern(pattern: string): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(pattern);
  } catch {
    throw invalid('Source is not valid JSON');
  }
  if (!isObject(parsed)) throw invalid('Filter is not an object');
  if (Object.keys(parsed).length === 0) throw invalid('Empty event pattern is not allowed');
  checkObject(parsed, 1);
}

// Deeper than any event. A hostile pattern must not exhaust the stack.
const DEPTH_MAX = 50;

function checkObject(object: Record<string, unknown>, depth: number): void {
  if (depth > DEPTH_MAX) throw invalid('Event pattern is nested too deeply');
  for (const [name, value] of Object.entries(object)) {
    if (name === '$or') {
      if (!Array.isArray(value) || value.length < 2 || !value.every(isObject)) {
        throw invalid('"$or" must be an array of at least two objects');
      }
      for (const branch of value) checkObject(branch, depth + 1);
    } else if (Array.isArray(value)) {
      if (value.length === 0) throw invalid('Empty arrays are not allowed');
      for (const match of value) checkMatch(match);
    } else if (isObject(value)) {
      if (Object.keys(value).length === 0) throw invalid('Empty objects are not allowed');
      checkObject(value, depth + 1);
    } else {
      throw invalid(`"${name}" must be an object or an array`);
    }
  }
}

const MATCHERS = new Set([
  'prefix',
  'suffix',
  'anything-but',
  'equals-ignore-case',
  'wildcard',
  'exists',
  'numeric',
  'cidr',
]);

function checkMatch(match: unknown): void {
  if (Array.isArray(match)) throw invalid('Match value must be String, number, true, false, or null');
  if (!isObject(match)) return;
  const [name, ...more] = Object.keys(match);
  if (name === undefined || more.length > 0) throw invalid('Only one key allowed in match expression');
  if (!MATCHERS.has(name)) throw invalid(`Unrecognized match type ${name}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): AwsError {
  return new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
}
