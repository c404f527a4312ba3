import { matchesWildcard } from '../mapping/wildcard.js';

interface Statement {
  readonly Effect?: unknown;
  readonly Action?: unknown;
  readonly Resource?: unknown;
  readonly Condition?: unknown;
}

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/**
 * The actions that a service control policy denies to everybody, on every resource and under no condition, as it writes them (`cloudtrail:Stop*`). What it
 * denies otherwise, as all actions but some, says nothing for certain of one call and is left out; so is a text that is no policy.
 */
export function deniedActions(content: string): readonly string[] {
  let policy: unknown;
  try {
    policy = JSON.parse(content);
  } catch {
    return [];
  }
  const statements = typeof policy === 'object' && policy !== null && 'Statement' in policy ? policy.Statement : [];
  const denied = (Array.isArray(statements) ? statements : [statements])
    .filter((one): one is Statement => typeof one === 'object' && one !== null)
    .filter(({ Condition: condition, Effect: effect }) => effect === 'Deny' && condition === undefined)
    .filter(({ Resource: resource }) => listOf(resource).includes('*'))
    .flatMap(({ Action: action }) => listOf(action));
  return [...new Set(denied)];
}

/** Whether denied actions have the call that an event of CloudTrail records. Names of Lambda's events end with the date of the API. */
export function deniesEvent(
  actions: readonly string[],
  { name, source }: { readonly source: string; readonly name: string },
): boolean {
  const service = source.replace('.amazonaws.com', '').toLowerCase();
  const call = service === 'lambda' ? name.replace(/20\d{6}(v\d+)?$/, '') : name;
  return actions.some((action) => matchesWildcard(action.toLowerCase(), `${service}:${call}`.toLowerCase()));
}
