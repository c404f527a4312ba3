import type { Note } from '../../convert/note.js';
import type { Condition } from '../../model/condition.js';
import { type Alternative, alternativesOf } from './alternatives.js';
import type { Json } from './matchers.js';
import { normalForm } from './normal.js';

const API_CALL = 'AWS API Call via CloudTrail';
const SIGN_IN = 'AWS Console Sign In via CloudTrail';
const SERVICE_EVENT = 'AWS Service Event via CloudTrail';
/** Events of the console's sign-in, which have a detail type of their own. */
const SIGN_IN_EVENTS = new Set(['ConsoleLogin', 'CheckMfa', 'PasswordRecoveryRequested', 'PasswordRecoveryCompleted']);
/** How the message about events that only read begins. */
export const READ_ONLY_EVENTS = 'The events only read';
/** Calls that only read; EventBridge delivers them only to rules that ask for all management events. */
const READ_ONLY = ['Get', 'List', 'Describe', 'Head', 'Lookup', 'Search', 'BatchGet'];

/** The event pattern of a condition on CloudTrail fields. */
export function eventPattern(tree: Condition, note: (note: Note) => void): Record<string, Json> {
  const alternatives = alternativesOf(normalForm(tree), note);
  const sources = exactValues(alternatives, 'eventSource');
  const names = exactValues(alternatives, 'eventName');
  if (names?.some((name) => READ_ONLY.some((verb) => name.startsWith(verb))) === true) {
    note({
      code: 'query_syntax',
      message: `${READ_ONLY_EVENTS}: set the rule to ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS, or EventBridge does not deliver them.`,
    });
  }
  const detail = detailOf(alternatives);
  return {
    source: sources === undefined ? [{ prefix: 'aws.' }] : sources.map((source) => `aws.${source.split('.')[0] ?? ''}`),
    'detail-type': detailTypes(names, sources),
    ...(Object.keys(detail).length === 0 ? {} : { detail }),
  };
}

function detailTypes(names: readonly string[] | undefined, sources: readonly string[] | undefined): readonly string[] {
  if (names?.every((name) => SIGN_IN_EVENTS.has(name)) === true) return [SIGN_IN];
  if (sources?.includes('signin.amazonaws.com') === true) return [API_CALL, SIGN_IN, SERVICE_EVENT];
  return names === undefined && sources === undefined ? [API_CALL, SIGN_IN, SERVICE_EVENT] : [API_CALL];
}

/** The whole values that a field may have over all alternatives; undefined where one alternative leaves it out or uses a pattern. */
function exactValues(alternatives: readonly Alternative[], field: string): readonly string[] | undefined {
  const values = new Set<string>();
  for (const alternative of alternatives) {
    const matchers = alternative.get(field);
    if (matchers === undefined) return undefined;
    for (const matcher of matchers) {
      if (typeof matcher !== 'string') return undefined;
      values.add(matcher);
    }
  }
  return values.size === 0 ? undefined : [...values];
}

/** Nested objects of the field conditions: conditions that all alternatives share once, the others under `$or`. */
function detailOf(alternatives: readonly Alternative[]): Record<string, Json> {
  const [first, ...rest] = alternatives;
  // A contradiction matches nothing: no event lacks an id.
  if (first === undefined) return { eventID: [{ exists: false }] };
  const shared = new Map(
    [...first].filter(([field, matchers]) =>
      rest.every((other) => JSON.stringify(other.get(field)) === JSON.stringify(matchers)),
    ),
  );
  const own = alternatives.map((one) => new Map([...one].filter(([field]) => !shared.has(field))));
  const detail = nested(shared);
  if (own.length > 1 && own.every(({ size }) => size > 0)) detail['$or'] = own.map(nested);
  return detail;
}

function nested(alternative: Alternative): Record<string, Json> {
  const root: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [field, matchers] of alternative) {
    const steps = field.split('.');
    const last = steps.pop() as string;
    let node = root;
    for (const step of steps) {
      const next = node[step];
      const child = isObject(next) ? next : (Object.create(null) as Record<string, Json>);
      node[step] = child;
      node = child;
    }
    node[last] = matchers;
  }
  return root;
}

function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
