import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import type { Behaviour, CommandLine } from '../../model.js';

/** Where remote execution through WMI or SMB writes what a command answers, in small letters and without doubled separators. */
const SHARES = ['127.0.0.1\\admin$', '127.0.0.1\\c$', 'localhost\\admin$', 'localhost\\c$'];

/** A rule on shells whose output goes to an administrative share of their own host, as tools for remote execution leave it. */
export function outputOnShareRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const found = behaviours.flatMap((each) =>
    each.kind === 'command' && each.system === 'windows' ? shareOf(each) : [],
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const origin = { template: 'output-on-share' };
  const shares = [...new Map(found.map(({ share }) => [String(share.literal).toLowerCase(), share])).values()];
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'commands:output-on-share',
    title: 'Command Shell With Its Output On An Administrative Share',
    description:
      'Detects command shells whose output goes to an administrative share of their own host, as tools that run commands through WMI or SMB from afar leave it.',
    level: 'high',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            { field: 'Image', modifiers: ['endswith'], values: [{ literal: '\\cmd.exe', origin }] },
            { field: 'CommandLine', modifiers: ['contains'], values: shares },
          ],
        ],
      },
      {
        name: 'selection_output',
        alternatives: [[{ field: 'CommandLine', modifiers: ['contains'], values: [{ literal: '1>', origin }] }]],
      },
    ],
    condition: 'selection and selection_output',
    techniques: ['T1021.002', 'T1047'],
    falsepositives: ['Administrators who use the same tools'],
    confidence: Math.max(...found.map(({ confidence }) => confidence)),
  };
}

/** The share that a command of the shell writes its output to. */
function shareOf({ value, start, confidence }: CommandLine): readonly { share: DraftValue; confidence: number }[] {
  const lower = value.toLowerCase();
  if (!lower.startsWith('cmd') || !lower.includes('1>')) return [];
  return SHARES.flatMap((share) => {
    const at = lower.indexOf(`\\${share}`, lower.indexOf('1>'));
    if (at < 0) return [];
    const from = start + at;
    return [
      {
        share: {
          literal: value.slice(at, at + share.length + 1),
          origin: { start: from, end: from + share.length + 1 },
        },
        confidence,
      },
    ];
  });
}
