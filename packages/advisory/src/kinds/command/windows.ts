import { firstOf } from '../../draft/cut.js';
import type {
  DraftCorrelation,
  DraftItem,
  DraftSelection,
  DraftValue,
  DraftWatch,
  RuleDraft,
} from '../../draft/rule-draft.js';
import { groupBy, listed, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import type { AdvisoryDocument, Behaviour, CommandLine, CommandSystem } from '../../model.js';
import { isReconTool, toolOf } from '../../segment/programs.js';
import { encodedCommand, isEncodedDemonstration, scriptParts } from '../script-text/script-parts.js';
import { type CommandMeaning, meaningOf } from './meaning.js';
import { isSelfDeletion, selfDeletionRule } from './self-deletion.js';
import { type CommandParts, commandParts, type TellingArgument } from './telling-arguments.js';

/** More pieces than this make a rule that only the advisory's own host would match. */
const ARGUMENTS_MAX = 5;
/** A rule must say at least this much: characters of its values that are not a stock tool's name or switch. */
const TELLING_CHARACTERS = 6;
const RECON_MAX = 40;
/** Further commands of one tool and meaning are left out of its rule. */
export const ALTERNATIVES_MAX = 60;

/** A command of the advisory with what it means and what of it is worth detecting. */
export interface ReadCommand {
  readonly behaviour: CommandLine;
  readonly parts: CommandParts;
  readonly meaning: CommandMeaning;
  readonly kept: readonly TellingArgument[];
}

/** Reads the commands of one system; the same command line told twice is read once, where it is told most surely. */
export function readCommands(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  system: CommandSystem,
): readonly ReadCommand[] {
  const best = new Map<string, CommandLine>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'command' || behaviour.system !== system || behaviour.escaped) continue;
    const key = behaviour.value.toLowerCase().replace(/\s+/g, ' ');
    const known = best.get(key);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(key, behaviour);
  }
  return [...best.values()].map((behaviour) => {
    const parts = commandParts(doc.text, behaviour, behaviour.programs[0].name);
    const meaning = meaningOf(parts.tool, behaviour.value, system);
    const kept = keptFor(meaning, keptArguments(parts, meaning.words));
    if (!isEncodedDemonstration(behaviour.value)) return { behaviour, parts, meaning, kept };
    // What a demonstration encodes is the authors'; how the option is spelled is what they show.
    return { behaviour, parts, meaning, kept: kept.filter(({ text }) => ENCODING_OPTION.test(text)) };
  });
}

/** The option for an encoded script in one of its longer spellings. */
const ENCODING_OPTION = /^[-/–]e(?:nc|nco\w*|ncodedcommand)$/i;

/** Commands that are the whole behaviour whatever file or drive they name: what an intruder calls the dump does not matter. */
const TELLING_BY_ITSELF = /^T1(?:003|490)/;

/** Where the meaning's words are telling by themselves, those arguments alone; else all that were kept. */
function keptFor(
  { words, techniques, level }: CommandMeaning,
  kept: readonly TellingArgument[],
): readonly TellingArgument[] {
  if (level !== 'high' || words.join('').length < 5 || !techniques.every((id) => TELLING_BY_ITSELF.test(id)))
    return kept;
  const needed = kept.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
  const complete = words.every((word) => needed.some(({ text }) => text.toLowerCase().includes(word)));
  return complete ? needed.map(withoutFolder) : kept;
}

/** A file's name is found with and without a folder before it. */
function withoutFolder(argument: TellingArgument): TellingArgument {
  const cut = /^[\\/](?=[\w.]+$)/.exec(argument.text)?.[0].length ?? 0;
  return cut === 0 ? argument : { ...argument, text: argument.text.slice(cut), start: argument.start + cut };
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

/** How many characters of a command's kept arguments say something. */
export function tellingLength(kept: readonly TellingArgument[]): number {
  return kept.reduce((sum, argument) => sum + argument.text.replace(/^[-/\\]+/, '').length, 0);
}

/** Rules on Windows process creation: one per tool and meaning, discovery commands together. */
export function draftWindowsCommands(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const commands = readCommands(doc, behaviours, 'windows').filter(({ behaviour }) => !isSelfDeletion(behaviour.value));
  const recon = commands.filter(isDiscovery);
  const others = commands.filter((command) => !isDiscovery(command) && saysEnough(command));
  const drafts: RuleDraft[] = [];
  for (const [key, group] of groupBy(others, (command) => `${command.parts.tool}|${command.meaning.title}`)) {
    drafts.push(windowsRule(key, group));
  }
  return [...drafts, selfDeletionRule(behaviours), discoveryRule(doc, recon)].filter((draft) => draft !== undefined);
}

/** Administrators and installers run these all day: one or two of their own options are no behaviour. */
const EVERYDAY_TOOL =
  /^(?:schtasks|taskkill|reg|sc|net1?|attrib|icacls|msiexec|netsh|wmic|xcopy|robocopy|ssh|python3?|java)$/;

/** What a batch file says to the console: no process starts, and in prose these are words. */
const OF_CONSOLE = /^(?:pause|rem|exit|goto|title|cls|ver|break|color|shift|call)$/;

/** Whether a command is worth a rule. PowerShell's own options fill every log: a rule needs something of the script. */
export function saysEnough(command: ReadCommand): boolean {
  const { parts, kept } = command;
  if (decodedItems(command).length > 0) return true;
  if (isEncodedDemonstration(command.behaviour.value)) return tellingLength(kept) > 3;
  if (tellingLength(kept) < TELLING_CHARACTERS || OF_CONSOLE.test(parts.tool)) return false;
  if (
    EVERYDAY_TOOL.test(parts.tool) &&
    command.meaning.level !== 'high' &&
    kept.length < 3 &&
    !kept.some(({ weight }) => weight === 3)
  )
    return false;
  if (
    command.meaning.level !== 'high' &&
    /^(?:csc|cvtres|conhost|svchost|services|lsass|wininit|csrss|winlogon|taskhostw|notepad|explorer|calc|mspaint|wordpad)$/.test(
      parts.tool,
    )
  )
    return false;
  if (/^(?:rundll32|regsvr32)$/.test(parts.tool) && !kept.some(({ weight }) => weight > 1)) return false;
  return (
    !/^(?:powershell|pwsh|cmd|echo|copy|move|del|erase|ren|type|mkdir)$/.test(parts.tool) ||
    kept.some(({ weight }) => weight === 3) ||
    (kept.length > 3 && !parts.shell)
  );
}

function isDiscovery({ parts, meaning, kept }: ReadCommand): boolean {
  if (!isReconTool(parts.tool) || parts.shell) return false;
  return meaning.level === 'low' && !kept.some((argument) => argument.weight === 3 && /^\S{9,}$/.test(argument.text));
}

const PAYLOAD = /^[A-Za-z0-9+/]{24,}=*$/;

/** The process creations that a group of commands of one tool and meaning shows. */
export function windowsWatch(group: readonly ReadCommand[]): DraftWatch {
  const first = group[0] as ReadCommand;
  const alternatives = group.slice(0, ALTERNATIVES_MAX).flatMap((command): readonly (readonly DraftItem[])[] => {
    const decoded = decodedItems(command);
    if (decoded.length === 0) return [[commandLineItem(command.kept)]];
    const payload = command.kept.filter(({ text }) => PAYLOAD.test(text));
    return [...(payload.length === 0 ? [] : [[commandLineItem(payload)]]), ...decoded];
  });
  const image = imageItem(first, group);
  const selections: DraftSelection[] = [];
  if (alternatives.length === 1) {
    selections.push({
      name: 'selection',
      alternatives: [[...(image === undefined ? [] : [image]), ...(alternatives[0] ?? [])]],
    });
  } else {
    if (image !== undefined) selections.push({ name: 'selection_image', alternatives: [[image]] });
    selections.push({ name: 'selection_command', alternatives: distinctAlternatives(alternatives) });
  }
  return {
    logsource: { category: 'process_creation', product: 'windows' },
    selections,
    condition: selections.map(({ name }) => name).join(' and '),
  };
}

function windowsRule(key: string, group: readonly ReadCommand[]): RuleDraft {
  const first = group[0] as ReadCommand;
  return {
    platform: 'endpoint-sysmon',
    behaviour: `process:${key}`,
    title: titleOf(`${commandTitle(first)}${detailOf(group)}`),
    description: `Detects ${first.parts.tool} started with the argument${group.length > 1 ? 's of any of the reported command lines' : 's that the advisory reports'}.${whyItMatters(first.meaning.techniques)}`,
    level: first.meaning.level,
    ...windowsWatch(group),
    cut: firstOf(group, ALTERNATIVES_MAX, 'command lines').cut,
    techniques: first.meaning.techniques,
    falsepositives: ['Administrators or software that use the same options'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

/** The meaning's title, with the tool where it does not say it: "Shadow Copy Deletion With Vssadmin". */
export function commandTitle({ meaning, parts: { tool } }: ReadCommand): string {
  const known = toolOf(tool)?.name ?? tool;
  const plain = (text: string): string => text.toLowerCase().replace(/\W/g, '');
  if (plain(meaning.title).includes(plain(known)) || known.length > 16) return meaning.title;
  if (/PowerShell|Command Line|Shell|IIS|7-Zip|Firewall Rule/.test(meaning.title)) return meaning.title;
  return `${meaning.title} With ${known.charAt(0).toUpperCase()}${known.slice(1)}`;
}

/** What sets this rule apart in its title: a name of the actor's own, where there is one. */
function detailOf(group: readonly ReadCommand[]): string {
  const own = group.flatMap(({ kept }) =>
    kept.filter(({ weight, text }) => weight === 3 && text.length >= 5 && !PAYLOAD.test(text)),
  );
  const name = own[0]?.text.replace(/^[\\/]+/, '');
  const said =
    name !== undefined && group[0]?.meaning.title.toLowerCase().includes(name.toLowerCase().replace(/\.\w+$/, ''));
  return name === undefined || said === true ? '' : ` - ${name}`;
}

function commandLineItem(kept: readonly TellingArgument[]): DraftItem {
  const values = kept.map(
    (argument): DraftValue => ({ literal: argument.text, origin: { start: argument.start, end: argument.end } }),
  );
  return { field: 'CommandLine', modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values };
}

/** What an encoded command says, found in any other encoding of the same script: the text alone changes with every blank in it. */
function decodedItems({ behaviour }: ReadCommand): readonly (readonly DraftItem[])[] {
  const encoded = encodedCommand(behaviour.value);
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

function distinctAlternatives(alternatives: readonly (readonly DraftItem[])[]): readonly (readonly DraftItem[])[] {
  const seen = new Set<string>();
  return alternatives.filter((items) => {
    const key = JSON.stringify(
      items.map(({ field, modifiers, values }) => [
        field,
        modifiers,
        values.map(({ literal }) => String(literal).toLowerCase()),
      ]),
    );
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The image a group's commands run as; none where shells chain several or the program is the actor's own file. */
function imageItem(first: ReadCommand, group: readonly ReadCommand[]): DraftItem | undefined {
  if (group.some(({ parts }) => parts.shell) || /\.(?:bat|cmd|ps1|vbs|js|com|scr)$/.test(first.parts.tool))
    return undefined;
  const { tool } = first.parts;
  const place = group.map(({ parts, behaviour }) => toolPlace(parts, behaviour)).find((at) => at !== undefined);
  if (place === undefined || !/^[\w.-]{2,60}$/.test(tool)) return undefined;
  const names =
    tool === 'net'
      ? ['net', 'net1']
      : /^procdump(?:64)?$/.test(tool)
        ? [tool, tool === 'procdump' ? 'procdump64' : 'procdump']
        : tool === 'powershell'
          ? ['powershell', 'pwsh']
          : [tool];
  return {
    field: 'Image',
    modifiers: ['endswith'],
    values: names.map((name, index) => ({
      literal: `\\${name}.exe`,
      origin: index === 0 ? place : { template: 'same-program-names' },
    })),
  };
}

/** Where the tool's name stands in the command. */
function toolPlace(parts: CommandParts, behaviour: CommandLine): { start: number; end: number } | undefined {
  const at = behaviour.value.toLowerCase().indexOf(parts.tool, Math.max(0, parts.span.start - behaviour.start));
  return at < 0 ? undefined : { start: behaviour.start + at, end: behaviour.start + at + parts.tool.length };
}

const DISCOVERY_BURST: DraftCorrelation = {
  type: 'value_count',
  field: 'CommandLine',
  groupBy: ['Computer', 'User'],
  timespan: '15m',
  threshold: 3,
};

/** Discovery that an administrator seldom types; of the rest one or two commands say nothing. */
const TELLING_DISCOVERY =
  /domain|trust|dclist|admin|\/all\b|\/priv|\/groups|\bquser\b|displaydns|\/node:|findstr|session|\bview\b|namespace/;

/** Discovery commands in one rule, counted where there are enough of them: each alone is an administrator's day, together they are the advisory's sequence. */
function discoveryRule(doc: AdvisoryDocument, recon: readonly ReadCommand[]): RuleDraft | undefined {
  const values = new Map<string, DraftValue>();
  for (const { parts } of recon) {
    const whole = doc.text.slice(parts.span.start, parts.span.end);
    const literal = (whole.split(/[<[]|\s\d?>|\s?[|&]/)[0] ?? '').replace(/["'”’\s]+$/, '');
    const typed = literal.replace(/(?<=\s)[–—](?=\w)/g, '-');
    if (!/\s|\.exe$/i.test(literal) || literal.length > 120 || literal.includes('\n') || /[<[]|redacted/i.test(literal))
      continue;
    const key = typed.toLowerCase();
    if (!values.has(key)) {
      values.set(key, { literal: typed, origin: { start: parts.span.start, end: parts.span.start + literal.length } });
    }
  }
  const together = values.size > DISCOVERY_BURST.threshold;
  const list = [...values].filter(([key]) => together || TELLING_DISCOVERY.test(key)).map(([, value]) => value);
  if (list.length === 0) return undefined;
  const { kept, cut } = firstOf(list, RECON_MAX, 'discovery commands');
  const techniques = [...new Set(recon.flatMap(({ meaning }) => meaning.techniques))];
  const tools = [...new Set(recon.map(({ parts }) => parts.tool))];
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:discovery',
    title: titleOf(
      together
        ? `Burst Of Host And Network Discovery Commands - ${listed(tools)}`
        : `Host And Network Discovery Commands - ${listed(tools)}`,
    ),
    description: together
      ? 'Detects several different ones of the discovery commands that the advisory reports, run by one user within minutes. Each is an administrator’s day; together they are an intruder finding their way.'
      : 'Detects the discovery commands that the advisory reports. Each is also an administrator’s day: look at what started it.',
    level: together ? 'medium' : 'low',
    ...(together ? { correlation: DISCOVERY_BURST } : {}),
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      { name: 'selection', alternatives: [[{ field: 'CommandLine', modifiers: ['contains'], values: kept }]] },
    ],
    cut,
    condition: 'selection',
    techniques,
    falsepositives: ['Administrators who look around', 'Inventory and monitoring software'],
    confidence: Math.max(...recon.map(({ behaviour }) => behaviour.confidence)),
  };
}
