import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { argumentOf, type KnownCommand, programOf } from '../../knowledge/commands.js';
import { knownCommands } from '../../knowledge/load.js';
import type { AdvisoryDocument } from '../../model.js';
import { type Word, wordsOf } from '../../segment/words.js';
import { trimEndOf } from '../../text/ends.js';
import { hasAny } from '../../text/shape.js';
import type { ReadCommand } from './read-commands.js';

interface OptionCommand {
  readonly command: ReadCommand;
  readonly known: KnownCommand;
  readonly words: readonly Word[];
  /** Which of the words is the argument, and how much of it. */
  readonly at: number;
  readonly argument: string;
  /** Which of the words is the program that the argument starts, where it must be known, and its name. */
  readonly started?: { readonly at: number; readonly name: string };
}

/** Commands of Linux that one argument makes suspicious, whatever they name: `chattr +i`, `setenforce 0`. */
export function optionCommands(doc: AdvisoryDocument, commands: readonly ReadCommand[]): readonly OptionCommand[] {
  return commands.flatMap((command) => {
    const words = wordsOf(doc.text, command.parts.span.start, command.parts.span.end);
    const found = optionIn(command.parts.tool, words);
    return found === undefined ? [] : [{ command, words, ...found }];
  });
}

/** The known option in a command's words, of which the first is the tool's name. What follows a pipe or chain is another command. */
function optionIn(tool: string, words: readonly Word[]): Omit<OptionCommand, 'command' | 'words'> | undefined {
  const options = knownCommands().get(tool) ?? [];
  const end = words.findIndex(({ text }, at) => at > 0 && (hasAny(text, '|;') || text.includes('&&')));
  const own = end < 0 ? words : words.slice(0, end);
  for (const [at, { text }] of own.entries()) {
    for (const known of at === 0 ? [] : options) {
      const argument = argumentOf(known.arguments ?? [], text);
      if (argument === undefined) continue;
      if (known.programs === undefined) return { known, at, argument };
      const started = startedIn(own, known.programs);
      if (started !== undefined) return { known, at, argument, started };
    }
  }
  return undefined;
}

/** The first of a command's words behind the tool's name that is one of some programs. */
function startedIn(words: readonly Word[], programs: readonly string[]): OptionCommand['started'] {
  for (const [at, { text }] of words.entries()) {
    const name = at === 0 ? undefined : programOf(programs, text);
    if (name !== undefined) return { at, name };
  }
  return undefined;
}

/** One rule per option: the program and that argument at its position. */
export function draftLinuxOptions(commands: readonly OptionCommand[]): readonly RuleDraft[] {
  return [...groupBy(commands, ({ command, known }) => `${command.parts.tool}|${known.title}`)].map(([key, group]) => {
    const { command, known } = group[0] as OptionCommand;
    const alternatives = new Map<string, readonly DraftItem[]>();
    for (const one of group) {
      const items = optionItems(one);
      const name = JSON.stringify(items.map(({ field, values }) => [field, values[0]?.literal]));
      if (!alternatives.has(name)) alternatives.set(name, items);
    }
    return {
      platform: 'endpoint-auditd',
      behaviour: `execve:deed:${key}`,
      title: titleOf(`${known.title} - ${command.parts.tool}`),
      description: `Detects ${command.parts.tool} run with the option that the advisory reports.${whyItMatters(known.techniques)}`,
      level: known.level,
      logsource: { product: 'linux', service: 'auditd' },
      selections: [{ name: 'selection', alternatives: [...alternatives.values()] }],
      condition: 'selection',
      techniques: known.techniques,
      falsepositives: ['Administrators and installers that do the same on purpose'],
      confidence: Math.max(...group.map(({ command: { behaviour } }) => behaviour.confidence)),
    };
  });
}

function optionItems({ command, argument, words, at, started }: OptionCommand): readonly DraftItem[] {
  const head = words[0] as Word;
  const word = words[at] as Word;
  const { tool } = command.parts;
  const name = head.start + head.text.toLowerCase().lastIndexOf(tool);
  const whole = argument.length === trimEndOf(word.text, '.,;:!?)').length;
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
    ...(started === undefined ? [] : [startedItem(words[started.at] as Word, started)]),
  ];
}

/** The program that an option starts, in whatever folder it lies, alone or with its own arguments. */
function startedItem(word: Word, { at, name }: NonNullable<OptionCommand['started']>): DraftItem {
  const start = word.start + word.text.toLowerCase().indexOf(name);
  return {
    field: `a${at}`,
    modifiers: [word.quoted ? 'contains' : 'endswith'],
    values: [
      {
        literal: word.text.slice(start - word.start, start - word.start + name.length),
        origin: { start, end: start + name.length },
      },
    ],
  };
}
