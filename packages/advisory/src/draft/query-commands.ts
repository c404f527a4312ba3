import type { UntypedBehaviour } from '../model.js';
import { meaningOf } from './command-knowledge.js';
import type { DraftValue, RuleDraft } from './rule-draft.js';
import { distinct, listed, titleOf } from './text.js';

const VALUES_MAX = 60;

/** One rule on the whole command lines that the advisory's own hunting queries look for. */
export function draftQueryCommands(behaviours: readonly UntypedBehaviour[]): readonly RuleDraft[] {
  const values = new Map<string, DraftValue>();
  const told = behaviours.filter(({ kind, details }) => kind === 'command' && details['literal'] !== undefined);
  for (const { value, start, end } of told) {
    if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), { literal: value, origin: { start, end } });
  }
  if (values.size === 0) return [];
  const meanings = told.map(({ details, value }) => meaningOf(details['tool'] ?? '', value, 'windows'));
  const tools = distinct(told.map(({ details }) => details['tool'] ?? ''));
  return [
    {
      platform: 'endpoint-sysmon',
      behaviour: 'process:query',
      title: titleOf(`Command Lines Of The Reported Hunting Query - ${listed(tools)}`),
      description: 'Detects the command lines that the advisory gives a hunting query for.',
      level: meanings.some(({ level }) => level === 'high') ? 'high' : 'medium',
      logsource: { category: 'process_creation', product: 'windows' },
      selections: [
        {
          name: 'selection',
          alternatives: [
            [{ field: 'CommandLine', modifiers: ['contains'], values: [...values.values()].slice(0, VALUES_MAX) }],
          ],
        },
      ],
      condition: 'selection',
      techniques: distinct(meanings.flatMap(({ techniques }) => techniques)).slice(0, 8),
      falsepositives: ['Administrators or software that use the same command lines'],
      confidence: Math.max(...told.map(({ confidence }) => confidence)),
    },
  ];
}
