import type { UntypedBehaviour } from '../model.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
import { listed, titleOf } from './text.js';
import { whyItMatters } from './why.js';

/** What shows itself when a program of the logon screen was replaced: the logon process starting a shell in its name. */
export function accessibilityRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const told = behaviours.filter(({ details }) => details['accessibility'] !== undefined);
  if (told.length === 0) return undefined;
  const programs = new Map<string, DraftValue>();
  for (const { details, value, start, end } of told) {
    const key = details['accessibility'] ?? '';
    if (!programs.has(key)) programs.set(key, { literal: value, origin: { start, end } });
  }
  const template = { template: 'windows-logon-screen-shell' };
  const item = (field: string, modifier: string, literals: readonly string[]): DraftItem => ({
    field,
    modifiers: [modifier],
    values: literals.map((literal) => ({ literal, origin: template })),
  });
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:accessibility',
    title: titleOf(`Shell Started In Place Of A Logon Screen Program - ${listed([...programs.keys()], 3)}`),
    description: `Detects the logon process starting a shell under the name of ${listed([...programs.keys()], 3)}, which the advisory reports replaced.${whyItMatters(['T1546.008'])}`,
    level: 'high',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            item('ParentImage', 'endswith', ['\\winlogon.exe', '\\utilman.exe']),
            item('Image', 'endswith', ['\\cmd.exe', '\\powershell.exe', '\\pwsh.exe', '\\mshta.exe', '\\wscript.exe']),
            { field: 'CommandLine', modifiers: ['contains'], values: [...programs.values()] },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: ['T1546.008'],
    falsepositives: ['None known'],
    confidence: Math.max(...told.map(({ confidence }) => confidence)),
  };
}
