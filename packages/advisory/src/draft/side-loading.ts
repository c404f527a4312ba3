import type { UntypedBehaviour } from '../model.js';
import type { DraftItem, RuleDraft } from './rule-draft.js';
import { listed, titleOf } from './text.js';
import { whyItMatters } from './why.js';

const CONFIDENCE_MIN = 0.5;
const PAIRS_MAX = 30;

/** One rule over programs that load the library which the advisory says they were made to. */
export function sideLoadingRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const pairs = new Map<string, UntypedBehaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.details['host'] === undefined || behaviour.confidence < CONFIDENCE_MIN) continue;
    const key = behaviour.value.toLowerCase();
    if (!pairs.has(key)) pairs.set(key, behaviour);
  }
  const list = [...pairs.values()].slice(0, PAIRS_MAX);
  if (list.length === 0) return undefined;
  const names = list.map(({ details }) => `${details['host']} Loading ${details['library']}`);
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'image-load:pairs',
    title: titleOf(`Reported Side-Loading - ${listed(names, 2)}`),
    description: `Detects ${listed(
      list.map(({ details }) => `${details['host']} loading ${details['library']}`),
      4,
    )}, as the advisory reports.${whyItMatters(['T1574.001'])}`,
    level: 'medium',
    logsource: { category: 'image_load', product: 'windows' },
    selections: [{ name: 'selection', alternatives: list.map(pair) }],
    condition: 'selection',
    techniques: ['T1574.001'],
    falsepositives: ['The program with the library that belongs to it'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

function pair({ details, start, end }: UntypedBehaviour): readonly DraftItem[] {
  const host = details['host'] ?? '';
  const at = Number(details['hostAt']);
  return [
    {
      field: 'Image',
      modifiers: ['endswith'],
      values: [{ literal: `\\${host}`, origin: { start: at, end: at + host.length } }],
    },
    {
      field: 'ImageLoaded',
      modifiers: ['endswith'],
      values: [{ literal: `\\${details['library']}`, origin: { start, end } }],
    },
  ];
}
