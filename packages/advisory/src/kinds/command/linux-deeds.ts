import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { argumentOf, type KnownCommand } from '../../knowledge/commands.js';
import { knownCommands } from '../../knowledge/load.js';
import type { AdvisoryDocument } from '../../model.js';
import { type Word, wordsOf } from '../../segment/words.js';
import type { ReadCommand } from './read-commands.js';

interface DeedCommand {
  readonly command: ReadCommand;
  readonly deed: KnownCommand;
  readonly words: readonly Word[];
  /** Which of the words makes the deed, and how much of it. */
  readonly at: number;
  readonly argument: string;
}

/** Commands of Linux told by one argument, whatever they name: `chattr +i`, `setenforce 0`. */
export function deedCommands(doc: AdvisoryDocument, commands: readonly ReadCommand[]): readonly DeedCommand[] {
  return commands.flatMap((command) => {
    const words = wordsOf(doc.text, command.parts.span.start, command.parts.span.end);
    const found = deedIn(command.parts.tool, words);
    return found === undefined ? [] : [{ command, words, ...found }];
  });
}

/** The deed of a command's words, the tool's name first; what follows a pipe or chain is another command. */
function deedIn(tool: string, words: readonly Word[]): Pick<DeedCommand, 'deed' | 'at' | 'argument'> | undefined {
  const deeds = knownCommands().get(tool) ?? [];
  const end = words.findIndex(({ text }, at) => at > 0 && /[|;]|&&/.test(text));
  const own = end < 0 ? words : words.slice(0, end);
  for (const [at, { text }] of own.entries()) {
    for (const deed of at === 0 ? [] : deeds) {
      const argument = argumentOf(deed.arguments ?? [], text);
      if (argument !== undefined) return { deed, at, argument };
    }
  }
  return undefined;
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

function deedItems({ command, argument, words, at }: DeedCommand): readonly DraftItem[] {
  const head = words[0] as Word;
  const word = words[at] as Word;
  const { tool } = command.parts;
  const name = head.start + head.text.toLowerCase().lastIndexOf(tool);
  const whole = argument.length === word.text.replace(/[.,;:!?)]+$/, '').length;
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
      values: [{ literal: argument, origin: { start: word.start, end: word.start + argument.length } }],
    },
  ];
}
