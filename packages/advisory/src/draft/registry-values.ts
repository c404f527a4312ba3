import { knownRegistryValue } from '../behaviours/registry-values.js';
import type { UntypedBehaviour } from '../model.js';
import type { RuleDraft } from './rule-draft.js';
import { distinct, listed, titleOf } from './text.js';

const CONFIDENCE_MIN = 0.5;

/** One rule over registry values that the advisory names without their key: each with what intruders set it to. */
export function registryValueRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const keys = behaviours.filter(({ kind, details }) => kind === 'registry' && details['path'] !== undefined);
  const best = new Map<string, UntypedBehaviour>();
  for (const behaviour of behaviours) {
    const name = behaviour.details['known'];
    if (name === undefined || behaviour.confidence < CONFIDENCE_MIN || best.has(name)) continue;
    // Told with its whole key elsewhere, it is in the rule on keys.
    if (keys.some(({ value }) => value.endsWith(name))) continue;
    best.set(name, behaviour);
  }
  if (best.size === 0) return undefined;
  const names = [...best.keys()];
  const does = distinct(names.flatMap((name) => knownRegistryValue(name)?.does ?? []));
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'registry:known-values',
    title: titleOf(`Known Registry Value Set - ${listed(names, 3)}`),
    description: `Detects registry values of the advisory set to what ${listed(does, 4)}.`,
    level: 'medium',
    logsource: { category: 'registry_set', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [...best].map(([name, { start, end }]) => [
          {
            field: 'TargetObject',
            modifiers: ['endswith'],
            values: [{ literal: `\\${name}`, origin: { start, end } }],
          },
          {
            field: 'Details',
            modifiers: [],
            values: (knownRegistryValue(name)?.set ?? []).map((literal) => ({
              literal,
              origin: { template: 'known-registry-value' },
            })),
          },
        ]),
      },
    ],
    condition: 'selection',
    techniques: distinct([...best.values()].flatMap(({ techniques }) => techniques)).slice(0, 5),
    falsepositives: ['Group policy and administrators who set the same value'],
    confidence: Math.max(...[...best.values()].map(({ confidence }) => confidence)),
  };
}
