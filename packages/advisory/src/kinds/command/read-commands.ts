import type { DraftItem } from '../../draft/rule-draft.js';
import { wordSet } from '../../knowledge/load.js';
import type { AdvisoryDocument, Behaviour, CommandLine, CommandProgram, CommandSystem } from '../../model.js';
import { opensWith, startsWithAny, trimStartOf } from '../../text/ends.js';
import { isMadeOf, withSingleBlanks } from '../../text/shape.js';
import { type CommandMeaning, meaningOf } from './meaning.js';
import { encodedCommand, isEncodedDemonstration, payloadEnd, scriptParts } from './script-parts.js';
import { type CommandParts, commandParts, isEncodingOption, type TellingArgument } from './telling-arguments.js';

/** With more arguments a rule would match only the advisory's own host. */
const ARGUMENTS_MAX = 5;
/** Fewest characters of a rule's values that are not a common tool's name or switch. */
const TELLING_CHARACTERS = 6;

/** A program of a command line with its meaning and the parts worth detecting. */
export interface ReadCommand {
  /** The line that contains it. */
  readonly behaviour: CommandLine;
  /** The program with its arguments, as written. */
  readonly text: string;
  readonly parts: CommandParts;
  readonly meaning: CommandMeaning;
  readonly kept: readonly TellingArgument[];
}

/** Reads the commands of one system, program by program. A command that occurs twice is read once, at its surest place. */
export function readCommands(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  system: CommandSystem,
): readonly ReadCommand[] {
  const best = new Map<string, ReadCommand>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'command' || behaviour.system !== system || behaviour.escaped) continue;
    for (const program of behaviour.programs) {
      if (isFilter(doc.text, program)) continue;
      const key = withSingleBlanks(doc.text.slice(program.start, program.end).toLowerCase());
      const known = best.get(key);
      if (known === undefined || behaviour.confidence > known.behaviour.confidence)
        best.set(key, readProgram(doc.text, behaviour, program));
    }
  }
  return [...best.values()];
}

/** Whether a program only thins out what the one before it prints: its words are looked for in no file. */
function isFilter(text: string, { name, start }: CommandProgram): boolean {
  return (
    wordSet('filters').has(name) &&
    text
      .slice(Math.max(0, start - BEFORE_FILTER), start)
      .trimEnd()
      .endsWith('|')
  );
}

/** How far before a program the sign of a pipe may stand. */
const BEFORE_FILTER = 4;

function readProgram(document: string, behaviour: CommandLine, program: CommandProgram): ReadCommand {
  const typed = document.slice(program.start, program.end);
  const encoded = encodedCommand(typed);
  // The rest of a payload that was broken at line ends stands behind the command.
  const isCut = encoded !== undefined && encoded.end === typed.length;
  const text = isCut ? document.slice(program.start, payloadEnd(document, program.end)) : typed;
  const parts = commandParts(document, program, encoded);
  const meaning = meaningOf(parts.tool, text, behaviour.system);
  const kept = withSettings(document, program, keptFor(meaning, parts));
  const read = { behaviour, text, parts, meaning, kept };
  // In a demonstration the encoded text is the authors'; what they show is how the option is spelt.
  return isEncodedDemonstration(text) ? { ...read, kept: kept.filter((each) => isEncodingOption(each.text)) } : read;
}

/** Techniques whose commands are the whole behaviour, whatever file or drive they name: the intruder may choose any name for the dump. */
const TELLING_BY_ITSELF = ['T1003', 'T1490', 'T1056.002', 'T1059.002'] as const;

/** The arguments to keep: only those of the meaning's words where these are telling by themselves, else the most telling. */
function keptFor({ words, techniques, level }: CommandMeaning, parts: CommandParts): readonly TellingArgument[] {
  const kept = keptArguments(parts, words);
  if (level !== 'high' || words.join('').length < 5 || !techniques.every((id) => startsWithAny(id, TELLING_BY_ITSELF)))
    return kept;
  const needed = parts.arguments.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
  const complete = words.every((word) => needed.some(({ text }) => text.toLowerCase().includes(word)));
  return complete ? needed.map(withoutFolder) : kept;
}

/** Programs whose commands name a setting and then its value, without which the command says nothing: `recoveryenabled no`. */
const SETS_BY_NAME = new Set(['bcdedit']);

/** Arguments with the names of settings and their values as one each. */
function withSettings(
  document: string,
  program: CommandProgram,
  kept: readonly TellingArgument[],
): readonly TellingArgument[] {
  const all = kept.map((each) => withSetting(document, program, each));
  return all.filter((each) => !all.some((other) => other.start < each.start && each.end <= other.end));
}

/** The name of a setting with the value that stands right behind it. */
function withSetting(
  document: string,
  { name, arguments: words }: CommandProgram,
  setting: TellingArgument,
): TellingArgument {
  if (!SETS_BY_NAME.has(name)) return setting;
  const at = words.findIndex(({ start, end }) => start === setting.start && end === setting.end);
  const value = at < 0 ? undefined : words[at + 1];
  if (value === undefined || value.start !== setting.end + 1 || !isMadeOf(value.text, '')) return setting;
  return { ...setting, text: document.slice(setting.start, value.end), end: value.end };
}

/** A file name, so that it matches with and without a folder before it. */
function withoutFolder(argument: TellingArgument): TellingArgument {
  const name = argument.text.slice(1);
  const isFile = opensWith(argument.text, '\\/') && isMadeOf(name, '.');
  return isFile ? { ...argument, text: name, start: argument.start + 1 } : argument;
}

/** The most telling arguments, in their order. */
function keptArguments(parts: CommandParts, words: readonly string[]): readonly TellingArgument[] {
  const meant = ({ text }: TellingArgument): number =>
    words.some((word) => word.length > 2 && text.toLowerCase().includes(word)) ? 1 : 0;
  const ranked = [...parts.arguments].sort((a, b) => meant(b) - meant(a) || b.weight - a.weight || a.start - b.start);
  const strong = ranked.filter((argument) => argument.weight > 1).slice(0, ARGUMENTS_MAX);
  const kept = strong.length > 0 ? strong : ranked.slice(0, 2);
  return [...kept].sort((a, b) => a.start - b.start);
}

/** How many characters of a command's kept arguments are specific. */
export function tellingLength(kept: readonly TellingArgument[]): number {
  return kept.reduce((sum, argument) => sum + trimStartOf(argument.text, '-/\\').length, 0);
}

/** Whether a command is specific enough for a rule. PowerShell's own options are in every log, so a rule needs a part of the script. */
export function saysEnough(command: ReadCommand): boolean {
  const { parts, kept } = command;
  if (decodedItems(command).length > 0) return true;
  if (isEncodedDemonstration(command.text)) return tellingLength(kept) > 3;
  if (tellingLength(kept) < TELLING_CHARACTERS || isOneOf('console-words', parts)) return false;
  const ownName = kept.some(({ weight }) => weight === 3);
  const { level } = command.meaning;
  if (isOneOf('everyday-tools', parts) && level !== 'high' && kept.length < 3 && !ownName) return false;
  if (isOneOf('imitated-programs', parts) && level !== 'high') return false;
  if (['rundll32', 'regsvr32'].includes(parts.tool) && !kept.some(({ weight }) => weight > 1)) return false;
  return !isOneOf('shell-chores', parts) || ownName || (kept.length > 3 && !parts.shell);
}

function isOneOf(list: string, { tool }: CommandParts): boolean {
  return wordSet(list).has(tool);
}

/**
 * Text of an encoded command that is also found in other encodings of the same script. The encoded text itself changes with every blank.
 */
export function decodedItems({ text }: ReadCommand): readonly (readonly DraftItem[])[] {
  const encoded = encodedCommand(text);
  if (encoded === undefined) return [];
  const parts = scriptParts(encoded.decoded);
  const first = parts[0];
  const second = parts[1];
  if (first === undefined || second === undefined) return [];
  const near = second.end - first.start <= 40;
  const literals = near
    ? [encoded.decoded.slice(first.start, second.end)]
    : [first.text, second.text].filter((t) => t.length > 4);
  return [
    [
      {
        field: 'CommandLine',
        modifiers: ['wide', 'base64offset', 'contains', ...(literals.length > 1 ? ['all'] : [])],
        values: literals.map((literal) => ({ literal, origin: { template: 'decoded-encoded-command' } })),
      },
    ],
  ];
}
