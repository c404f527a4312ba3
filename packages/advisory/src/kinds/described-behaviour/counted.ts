import { type DraftItem, type DraftWatch, templateItems } from '../../draft/rule-draft.js';
import type { SeenCounted } from '../../knowledge/behaviour.js';
import { knownBehaviour } from '../../knowledge/load.js';
import type { Behaviour, CloudOperation } from '../../model.js';
import { withoutApiVersion } from '../operation-title.js';

/**
 * The events that a behaviour counts, and how. Its operations have their places in the advisory; where the advisory describes the behaviour
 * in other words, all operations are used.
 */
export function countedWatch(id: string, seen: SeenCounted, behaviours: readonly Behaviour[]): DraftWatch {
  const { type, field, 'group-by': groupBy, timespan, gte } = seen.correlation;
  const template = `behaviour-${id}`;
  const known = knownBehaviour(id)?.told?.operations ?? [];
  const told = operationValues(known, behaviours);
  return {
    logsource: seen.logsource,
    selections: [
      {
        name: 'selection',
        alternatives: seen.selection.map((values) =>
          templateItems(values, template, { '{operations}': told.length > 0 ? told : anyOperation(known, template) }),
        ),
      },
    ],
    condition: 'selection',
    correlation: { type, groupBy, timespan, threshold: gte, ...(field === undefined ? {} : { field }) },
  };
}

/** The names of the operations that the document mentions, each at its best place. */
function operationValues(operations: readonly string[], behaviours: readonly Behaviour[]): DraftItem['values'] {
  const wanted = new Set(operations.map((operation) => operation.toLowerCase()));
  const best = new Map<string, CloudOperation>();
  for (const behaviour of behaviours) {
    const value = behaviour.value.toLowerCase();
    if (behaviour.kind !== 'cloud-operation' || !wanted.has(value)) continue;
    const known = best.get(value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(value, behaviour);
  }
  return [...best.values()].map(({ name, start, end }) => ({ literal: name, origin: { start, end } }));
}

/** What ends the source in the key of an operation of AWS (`iam.amazonaws.com/CreateUser`). */
export const AWS_SOURCE_END = '.com/';

/** The names of all operations of a behaviour or step, as their logs write them, for an advisory that tells it in other words. */
export function anyOperation(known: readonly string[], template: string): DraftItem['values'] {
  const names = known.map((operation) => {
    const end = operation.indexOf(AWS_SOURCE_END);
    return withoutApiVersion(end < 0 ? operation : operation.slice(end + AWS_SOURCE_END.length));
  });
  return [...new Set(names)].map((literal) => ({ literal, origin: { template } }));
}
