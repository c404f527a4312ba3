import { conjunctsOf, join, type QueryNode, type QueryRemark, test } from '../query/query-tree.js';
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
  const renames = parts.some((part) => isRename(part, known));
  const isOther = parts.some((part) => valuesOf(part, 'host.os.type')?.includes('windows') === false);
  return parts.flatMap((part): readonly QueryNode[] => {
    // What is renamed is changed, and Sigma has a log source of what is renamed.
    if (renames && valuesOf(part, 'event.type')?.every((type) => type === 'change') === true) return [];
    const values = valuesOf(part, 'event.action');
    if (values === undefined || values.some((value) => known[value] === undefined)) return [part];
    const kinds = [...new Set(values.map((value) => known[value] as string))];
    const kind = kinds.find((each) => each === 'start' || each === 'creation') ?? (kinds[0] as string);
    // Only Windows has a log source of files that are opened.
    if (isOther && kind === 'open') return [part];
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

/** Whether a part asks for renamed files alone. */
function isRename(part: QueryNode, known: Readonly<Record<string, string>>): boolean {
  const values = valuesOf(part, 'event.action') ?? [];
  return values.length > 0 && values.every((value) => known[value] === 'rename');
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

const LIBRARY = 'library';

/**
 * `(event.category : ("library", "driver") or (event.category == "process" and event.action : "Image loaded*"))` is a log of loaded modules,
 * whichever agent writes it: it becomes the category that its log source is known by, also where each alternative has conditions of its own.
 */
export function loadedModules(part: QueryNode, remarks: QueryRemark[]): readonly QueryNode[] {
  if (part.kind !== 'or') return [part];
  const categories = new Set<string>();
  const rests: QueryNode[] = [];
  for (const alternative of part.children) {
    const found = moduleCategory(alternative);
    if (found === undefined) return [part];
    categories.add(found.category);
    rests.push(found.rest);
  }
  if (!categories.has(LIBRARY)) return [part];
  const at = placeOf(part.children[0] as QueryNode);
  if (categories.has('driver'))
    remarks.push({
      code: 'logsource_narrowed',
      message: "The query looks at libraries and drivers; the rule's log source has libraries.",
      at,
    });
  const rest = join('or', rests);
  if (rest.kind !== 'constant')
    remarks.push({
      code: 'widened',
      message: 'The query has conditions of its own for each agent; the rule finds what satisfies those of any.',
      at,
    });
  return [test('event.category', exactly(LIBRARY), at), ...conjunctsOf(rest)];
}

/** The category of loaded modules that a part names, and the rest of its conditions. */
function moduleCategory(part: QueryNode): { readonly category: string; readonly rest: QueryNode } | undefined {
  const parts = conjunctsOf(part);
  const isNaming = (each: QueryNode) => {
    const named = valuesOf(each, 'event.category');
    return named?.length === 1 && ['library', 'driver'].includes(named[0] as string);
  };
  const naming = parts.find(isNaming);
  if (naming !== undefined)
    return {
      category: valuesOf(naming, 'event.category')?.[0] as string,
      rest: join(
        'and',
        parts.filter((each) => each !== naming),
      ),
    };
  const ofProcess = parts.find((each) => valuesOf(each, 'event.category')?.[0] === 'process');
  const loading = parts.find(isLoading);
  if (ofProcess === undefined || loading === undefined) return undefined;
  return {
    category: LIBRARY,
    rest: join(
      'and',
      parts.filter((each) => each !== ofProcess && each !== loading),
    ),
  };
}

/** Sysmon's words for event 7, `Image loaded (rule: ImageLoad)`. */
function isLoading(node: QueryNode): boolean {
  if (node.kind !== 'test' || node.field !== 'event.action' || node.test.op !== 'string') return false;
  return node.test.pattern.literal.toLowerCase().startsWith('image loaded');
}
