import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, named, titleOf } from '../../draft/text.js';
import type { Behaviour } from '../../model.js';
import { meaningOf } from './meaning.js';

const VALUES_MAX = 60;

/** One rule on the whole command lines that the advisory's own hunting queries look for. */
export function draftQueryCommands(behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const values = new Map<string, DraftValue>();
  const told = behaviours.filter((each) => each.kind === 'command').filter(({ escaped }) => escaped);
  for (const { value, start, end } of told) {
    if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), { literal: value, origin: { start, end } });
  }
  if (values.size === 0) return [];
  const { kept, cut } = firstOf([...values.values()], VALUES_MAX, 'command lines');
  const meanings = told.map(({ programs: [{ name }], value }) => meaningOf(name, value, 'windows'));
  const tools = distinct(told.map(({ programs: [{ name }] }) => name));
  return [
    {
      platform: 'endpoint-sysmon',
      behaviour: 'process:query',
      title: titleOf(`Command Lines Of The Reported Hunting Query - ${named(tools)}`),
      description: 'Detects the command lines that the advisory gives a hunting query for.',
      level: meanings.some(({ level }) => level === 'high') ? 'high' : 'medium',
      logsource: { category: 'process_creation', product: 'windows' },
      selections: [
        {
          name: 'selection',
          alternatives: [[{ field: 'CommandLine', modifiers: ['contains'], values: kept }]],
        },
      ],
      condition: 'selection',
      techniques: distinct(meanings.flatMap(({ techniques }) => techniques)).slice(0, 8),
      falsepositives: ['Administrators or software that use the same command lines'],
      confidence: Math.max(...told.map(({ confidence }) => confidence)),
      cut,
    },
  ];
}
