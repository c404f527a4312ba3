import { deedIn, type LinuxDeed } from '../behaviours/linux-deeds.js';
import type { ReadCommand } from '../kinds/command/windows.js';
import type { AdvisoryDocument } from '../model.js';
import { type Word, wordsOf } from '../segment/words.js';
import type { DraftItem, RuleDraft } from './rule-draft.js';
import { groupBy, titleOf } from './text.js';
import { whyItMatters } from './why.js';

interface DeedCommand {
  readonly command: ReadCommand;
  readonly deed: LinuxDeed;
  readonly words: readonly Word[];
  readonly at: number;
}

/** Commands of Linux told by one short argument, whatever they name. */
export function deedCommands(doc: AdvisoryDocument, commands: readonly ReadCommand[]): readonly DeedCommand[] {
  return commands.flatMap((command) => {
    const words = wordsOf(doc.text, command.parts.span.start, command.parts.span.end);
    const found = deedIn(command.parts.tool, words);
    return found === undefined ? [] : [{ command, words, ...found }];
  });
}

/** One rule per such deed: the program and that argument at its place. */
export function draftLinuxDeeds(commands: readonly DeedCommand[]): readonly RuleDraft[] {
  return [...groupBy(commands, ({ command, deed }) => `${command.parts.tool}|${deed.title}`)].map(([key, group]) => {
    const { command, deed } = group[0] as DeedCommand;
    const alternatives = new Map<string, readonly DraftItem[]>();
    for (const one of group) {
      const items = deedItems(one);
      const name = JSON.stringify(items.map(({ field, values }) => [field, values[0]?.literal]));
      if (!alternatives.has(name)) alternatives.set(name, items);
    }
    return {
      platform: 'endpoint-auditd',
      behaviour: `execve:deed:${key}`,
      title: titleOf(`${deed.title} - ${command.parts.tool}`),
      description: `Detects ${command.parts.tool} run with the option that the advisory reports.${whyItMatters(deed.techniques)}`,
      level: deed.level,
      logsource: { product: 'linux', service: 'auditd' },
      selections: [{ name: 'selection', alternatives: [...alternatives.values()] }],
      condition: 'selection',
      techniques: deed.techniques,
      falsepositives: ['Administrators and installers that do the same on purpose'],
      confidence: Math.max(...group.map(({ command: { behaviour } }) => behaviour.confidence)),
    };
  });
}

function deedItems({ command, deed, words, at }: DeedCommand): readonly DraftItem[] {
  const head = words[0] as Word;
  const word = words[at] as Word;
  const { tool } = command.parts;
  const name = head.start + head.text.toLowerCase().lastIndexOf(tool);
  const whole = deed.argument.length === word.text.replace(/[.,;:!?)]+$/, '').length;
  return [
    { field: 'type', modifiers: [], values: [{ literal: 'EXECVE', origin: { template: 'auditd-execve-record' } }] },
    {
      field: 'a0',
      modifiers: ['endswith'],
      values: [{ literal: tool, origin: { start: name, end: name + tool.length } }],
    },
    {
      field: `a${at}`,
      modifiers: whole ? [] : ['startswith'],
      values: [{ literal: deed.argument, origin: { start: word.start, end: word.start + deed.argument.length } }],
    },
  ];
}
