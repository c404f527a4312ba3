import { surestOfEach } from '../../draft/reported-rule.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { named, titleOf } from '../../draft/text.js';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf, listPattern } from '../../knowledge/word-pattern.js';
import type { NamedProgram } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { bareName } from '../../segment/programs.js';
import { behaviourAt } from '../behaviour-at.js';

const NAMED = listPattern(
  String.raw`\b{brought-programs}(?: file)?,? (?:(?:that|which) )?(?:(?:is|was) )?{given-names},? ?["“'‘\x60]?([A-Za-z]{3,20}\.exe)(?![\w\\-])`,
  'gi',
);
/** How many characters before a program may say that it is genuine. */
const BEFORE = 30;
const CERTAINTY = 0.7;

/** Finds the programs that an intruder brought under the name of one of Windows: its name tells nothing, and its place everything. */
export function imitations(passage: Passage): readonly NamedProgram[] {
  return [...passage.text.matchAll(NAMED())].flatMap((match) => {
    const name = match[1] as string;
    const before = passage.text.slice(Math.max(0, match.index - BEFORE), match.index);
    if (!wordSet('windows-system-programs').has(bareName(name)) || hasWordOf('called-genuine', before)) return [];
    const end = match.index + match[0].length;
    return [
      behaviourAt(passage, { start: end - name.length, end }, CERTAINTY, {
        kind: 'program' as const,
        value: name,
        platforms: ['endpoint-sysmon'] as const,
        techniques: [],
        tool: false,
        imitates: true as const,
      }),
    ];
  });
}

/** One rule on programs of Windows' names that start outside of Windows' own folders. */
export function imitationRule(told: readonly NamedProgram[]): RuleDraft | undefined {
  const programs = surestOfEach(told);
  if (programs.length === 0) return undefined;
  const names = programs.map(
    ({ value, start, end }): DraftValue => ({ literal: `\\${value}`, origin: { start, end } }),
  );
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:system-names',
    title: titleOf(`Program Of Windows' Name Started Elsewhere - ${named(programs.map(({ value }) => value))}`),
    description:
      'Detects programs that have the name of one of Windows, as the advisory reports of the intruder’s, started from other folders than those of Windows.',
    level: 'medium',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      { name: 'selection', alternatives: [[image('endswith', names)]] },
      { name: 'filter_main_system', filter: true, alternatives: [[image('startswith', SYSTEM_FOLDERS)]] },
    ],
    condition: 'selection and not filter_main_system',
    techniques: ['T1036.005'],
    falsepositives: ['Windows installed on another drive, and its files within containers'],
    confidence: Math.max(...programs.map(({ confidence }) => confidence)),
  };
}

const SYSTEM_FOLDERS: readonly DraftValue[] = ['System32', 'SysWOW64', 'WinSxS'].map((folder) => ({
  literal: `C:\\Windows\\${folder}\\`,
  origin: { template: 'windows-program-folders' },
}));

function image(modifier: string, values: readonly DraftValue[]): DraftItem {
  return { field: 'Image', modifiers: [modifier], values };
}
