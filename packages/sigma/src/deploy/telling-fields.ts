import { readFileSync } from 'node:fs';
import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { Condition, ValueTest } from '../model/condition.js';
import type { Logsource } from '../model/rule.js';
import type { Deployable } from './counted.js';

/** The fields that say who caused an event, or where, of a log source whose events are not those of one host. */
interface Origin {
  readonly logsource: Logsource;
  readonly fields: readonly string[];
}

let origins: readonly Origin[] | undefined;

/** Read once per process. */
function originFields(logsource: Logsource): readonly string[] {
  origins ??= JSON.parse(
    readFileSync(new URL('../../data/deploy/origins.json', import.meta.url), 'utf8'),
  ) as readonly Origin[];
  const found = origins.find(({ logsource: known }) =>
    (['product', 'category', 'service'] as const).every(
      (part) => known[part] === undefined || known[part] === logsource[part]?.toLowerCase(),
    ),
  );
  return found?.fields ?? [];
}

/** The fields of who acted, and on whose account, in the logs that have a host's events. */
const ACTORS = ['User', 'SubjectUserName', 'TargetUserName'];

function actorFields(logsource: Logsource): readonly string[] {
  const known = loadTaxonomy().fieldsOf(logsource);
  return ACTORS.filter((field) => known?.has(field) === true);
}

/**
 * The fields that tell one alert from another. Of a rule that counts those that it counts by. Else where an event comes from, and with it
 * the fields that the rule names as worth reading, or those whose values it leaves open: the same values from elsewhere are another
 * alert. A rule that leaves no value open is about who acted. None where nothing says where an event comes from. `host` are the fields of the host that wrote an event.
 */
export function tellingFields(
  { document, aggregation, rules }: Deployable,
  host: readonly string[],
  named: (field: string) => readonly string[],
): readonly string[] {
  if (aggregation !== undefined) return unique(aggregation.groupBy.flatMap(named));
  if (document.kind === 'correlation') return [];
  const origin = [...host, ...rules.flatMap(({ logsource }) => originFields(logsource)).flatMap(named)];
  if (origin.length === 0) return [];
  const open =
    document.fields.length > 0 ? document.fields : document.conditions.flatMap(({ tree }) => openFields(tree, false));
  const said = open.length > 0 ? open : rules.flatMap(({ logsource }) => actorFields(logsource));
  return unique([...origin, ...said.flatMap(named)]);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** The tested fields of which a matching event may have different values. */
function openFields(node: Condition, negated: boolean): readonly string[] {
  switch (node.kind) {
    case 'field':
      return (negated ? node.tests.some(isPresence) : hasOneValue(node.tests) || node.tests.every(isAbsence))
        ? []
        : [node.field];
    case 'keyword':
      return [];
    case 'not':
      return openFields(node.child, !negated);
    default:
      return node.children.flatMap((child) => openFields(child, negated));
  }
}

function hasOneValue([only, ...others]: readonly ValueTest[]): boolean {
  if (only === undefined || others.length > 0) return false;
  return only.op === 'number' || only.op === 'boolean' || (only.op === 'string' && only.pattern.shape === 'exact');
}

/** Whether an event that passes the test lacks the field, or has it empty. */
function isAbsence(test: ValueTest): boolean {
  if (test.op === 'string') return test.pattern.shape === 'exact' && test.pattern.literal === '';
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

/** Whether every event that has the field, and a value in it, passes the test: one that must not pass lacks the field. */
function isPresence(test: ValueTest): boolean {
  return (test.op === 'exists' && test.value) || (test.op === 'string' && test.pattern.shape === 'any');
}
