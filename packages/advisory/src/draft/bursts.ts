import { type BurstKind, burstKind } from '../behaviours/bursts.js';
import type { Behaviour } from '../model.js';
import { type DraftItem, type DraftWatch, type RuleDraft, templateItems } from './rule-draft.js';

/** Correlation rules: one per kind of burst that the document tells. Operations told are its counted events. */
export function draftBursts(behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const best = new Map<string, Behaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'burst') continue;
    const known = best.get(behaviour.value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(behaviour.value, behaviour);
  }
  return [...best].flatMap(([key, behaviour]) => {
    const kind = burstKind(key);
    return kind === undefined ? [] : [burstDraft(key, kind, behaviour, behaviours)];
  });
}

/** Operations that a correlation rule counts, which by themselves are no rule of their own any more; lower case. */
export function countedOperations(behaviours: readonly Behaviour[]): ReadonlySet<string> {
  const counted = behaviours
    .filter(({ kind }) => kind === 'burst')
    .flatMap(({ value }) => burstKind(value)?.operations ?? []);
  return new Set(counted.map((operation) => operation.toLowerCase()));
}

function burstDraft(key: string, kind: BurstKind, told: Behaviour, behaviours: readonly Behaviour[]): RuleDraft {
  return {
    platform: kind.platform,
    behaviour: `burst:${key}`,
    title: kind.title,
    description: kind.description,
    level: kind.level,
    ...burstWatch(key, kind, behaviours),
    techniques: kind.techniques,
    falsepositives: kind.falsepositives,
    confidence: told.confidence,
  };
}

/** The events that a kind of burst counts, and how; operations of the kind with their places in the advisory. */
export function burstWatch(key: string, kind: BurstKind, behaviours: readonly Behaviour[]): DraftWatch {
  const { type, field, groupBy, timespan, threshold } = kind.correlation;
  return {
    logsource: kind.logsource,
    selections: [
      {
        name: 'selection',
        alternatives: [templateItems(kind.selection, `burst-${key}`, operationValues(kind, behaviours))],
      },
    ],
    condition: 'selection',
    correlation: { type, groupBy, timespan, threshold, ...(field === undefined ? {} : { field }) },
  };
}

/** The names of the kind's operations that the document tells, each at its best place. */
function operationValues(kind: BurstKind, behaviours: readonly Behaviour[]): DraftItem['values'] {
  const wanted = new Set((kind.operations ?? []).map((operation) => operation.toLowerCase()));
  const best = new Map<string, Behaviour>();
  for (const behaviour of behaviours) {
    const value = behaviour.value.toLowerCase();
    if (behaviour.kind !== 'cloud-operation' || !wanted.has(value)) continue;
    const known = best.get(value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(value, behaviour);
  }
  return [...best.values()].map(({ value, details, start, end }) => ({
    literal: details['eventName'] ?? value,
    origin: { start, end },
  }));
}
