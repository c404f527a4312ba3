import type { QueryRemark } from '../query/query-tree.js';
import { type QueryNode, test } from '../query/query-tree.js';
import { exactly } from '../query/values.js';

/** What agents name an action, by category → the kind of event in ECS; a kind before a slash is an action of its own. */
const ACTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  process: {
    exec: 'start',
    exec_event: 'start',
    start: 'start',
    executed: 'start',
    process_started: 'start',
    processrollup2: 'start',
    fork: 'start',
    fork_event: 'start',
    end: 'end',
    process_stopped: 'end',
  },
  file: {
    creation: 'creation',
    file_create_event: 'creation',
    create: 'creation',
    rename: 'rename',
    file_rename_event: 'rename',
    modification: 'change',
    overwrite: 'change',
    deletion: 'deletion',
    file_delete_event: 'deletion',
    open: 'open',
    'opened-file': 'open',
  },
  network: {
    connection_attempted: 'start',
    connection_accepted: 'start',
    ipv4_connection_attempt_event: 'start',
    ipv4_connection_accept_event: 'start',
    'connected-to': 'start',
  },
  registry: { modification: 'change', creation: 'creation', deletion: 'deletion' },
};
/** Kinds that only an action says, not `event.type`. */
const AS_ACTION = new Set(['rename', 'open']);

/**
 * Writes the action that a query names as the kind of event that log sources are known by. Agents name one action differently, and the rule
 * is for the log and not for one agent. Of several kinds the first is taken, with a remark.
 */
export function actionsAsTypes(parts: readonly QueryNode[], remarks: QueryRemark[]): readonly QueryNode[] {
  const category = parts.map((part) => valuesOf(part, 'event.category')).find((values) => values?.length === 1)?.[0];
  const known = category === undefined ? undefined : ACTIONS[category];
  if (known === undefined) return parts;
  const typed = parts.some((part) => valuesOf(part, 'event.type') !== undefined);
  const isOther = parts.some((part) => valuesOf(part, 'host.os.type')?.includes('windows') === false);
  return parts.flatMap((part): readonly QueryNode[] => {
    const values = valuesOf(part, 'event.action');
    if (values === undefined || values.some((value) => known[value] === undefined)) return [part];
    const kinds = [...new Set(values.map((value) => known[value] as string))];
    const kind = kinds.find((each) => each === 'start' || each === 'creation') ?? (kinds[0] as string);
    // Only Windows has log sources of files that are opened or renamed.
    if (isOther && AS_ACTION.has(kind)) return [part];
    const at = placeOf(part);
    if (kinds.length > 1)
      remarks.push({
        code: 'logsource_narrowed',
        message: `The query looks at ${kinds.join(', ')} of a ${category}; the rule's log source has those of ${kind}.`,
        at,
      });
    if (typed && !AS_ACTION.has(kind)) return [];
    return [test(AS_ACTION.has(kind) ? 'event.action' : 'event.type', exactly(kind), at)];
  });
}

/** The whole values of a field that a part allows, in lower case. */
function valuesOf(part: QueryNode, field: string): readonly string[] | undefined {
  const leaves = part.kind === 'or' ? part.children : [part];
  const values: string[] = [];
  for (const leaf of leaves) {
    if (leaf.kind !== 'test' || leaf.field !== field || leaf.test.op !== 'string') return undefined;
    if (leaf.test.pattern.shape !== 'exact') return undefined;
    values.push(leaf.test.pattern.literal.toLowerCase());
  }
  return values;
}

function placeOf(node: QueryNode): number {
  if (node.kind === 'test') return node.at;
  return node.kind === 'or' && node.children[0]?.kind === 'test' ? node.children[0].at : 0;
}
