import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { whyItMatters } from '../../draft/why.js';
import type { Behaviour } from '../../model.js';
import { isLetter } from '../../text/characters.js';
import { leading } from '../../text/stretches.js';

/** A wait and then a deletion in one line: the wait lets the deleted program end first. */
const WAITS_AND_DELETES =
  /\b(ping(?:\.exe)?\s+(?:[^&\n]{0,60}\s)?-n\s|timeout(?:\.exe)?\s|choice(?:\.exe)?\s)[^&\n]{0,80}&{1,2}\s*(del|erase|rmdir|rd)\s/i;

/** Whether a command line waits and then deletes. `selfDeletionRule` covers it, so it gets no rule of its own. */
export function isSelfDeletion(command: string): boolean {
  return WAITS_AND_DELETES.test(command);
}

/** One rule on shells that wait with a harmless program and then delete the file that started them. */
export function selfDeletionRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const told = behaviours
    .filter((each) => each.kind === 'command' && each.system === 'windows' && isSelfDeletion(each.value))
    .sort((a, b) => b.confidence - a.confidence || a.start - b.start);
  const first = told[0];
  const match = first === undefined ? null : WAITS_AND_DELETES.exec(first.value);
  if (first === undefined || match === null) return undefined;
  const [whole, waits = '', deletes = ''] = match;
  const wait = leading(waits, isLetter);
  const waitAt = first.start + match.index;
  const deleteAt = waitAt + whole.lastIndexOf(deletes);
  const template = { template: 'windows-self-deletion' };
  const items: readonly DraftItem[] = [
    { field: 'Image', modifiers: ['endswith'], values: [{ literal: '\\cmd.exe', origin: template }] },
    {
      field: 'CommandLine',
      modifiers: ['contains', 'all'],
      values: [
        { literal: `${wait} `, origin: { start: waitAt, end: waitAt + wait.length } },
        { literal: '&', origin: template },
        { literal: `${deletes} `, origin: { start: deleteAt, end: deleteAt + deletes.length } },
      ],
    },
  ];
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:self-deletion',
    title: 'Delayed Self-Deletion By Command Shell',
    description: `Detects a command shell that waits and then deletes a file, by which the reported program removes itself.${whyItMatters(['T1070.004'])}`,
    level: 'medium',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [{ name: 'selection', alternatives: [items] }],
    condition: 'selection',
    techniques: ['T1070.004'],
    falsepositives: ['Installers that remove themselves'],
    confidence: first.confidence,
  };
}
