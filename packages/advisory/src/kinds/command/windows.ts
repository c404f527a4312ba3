import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftSelection, DraftValue, DraftWatch, RuleDraft } from '../../draft/rule-draft.js';
import { distinctBy, groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import type { AdvisoryDocument, Behaviour } from '../../model.js';
import { toolOf } from '../../segment/programs.js';
import { isWordCharacter } from '../../text/characters.js';
import { endsWithAny, trimEndOf, trimStartOf, withoutFileEnding } from '../../text/ends.js';
import { capitalised, hasAnyPart, isMadeOf } from '../../text/shape.js';
import { isAll, isOfBase64, only } from '../../text/stretches.js';
import { batchLines } from './batch-lines.js';
import { discoveryRule, isDiscovery } from './discovery.js';
import { outputOnShareRule } from './output-on-share.js';
import { decodedItems, type ReadCommand, readCommands, saysEnough } from './read-commands.js';
import { isSelfDeletion, selfDeletionRule } from './self-deletion.js';
import type { TellingArgument } from './telling-arguments.js';

/** Most alternatives in the rule of one tool and meaning; further commands are left out. */
export const ALTERNATIVES_MAX = 60;

/** Rules on Windows process creation: one per tool and meaning, discovery commands together. */
export function draftWindowsCommands(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const isBatchLine = batchLines(doc.text);
  const commands = readCommands(doc, behaviours, 'windows').filter(
    (command) => !isSelfDeletion(command.behaviour.value) && !isBatchLine(command),
  );
  const recon = commands.filter(isDiscovery);
  const others = commands.filter((command) => !isDiscovery(command) && saysEnough(command));
  const drafts: RuleDraft[] = [];
  for (const [key, group] of groupBy(others, (command) => `${command.parts.tool}|${command.meaning.title}`)) {
    drafts.push(windowsRule(key, group));
  }
  return [...drafts, selfDeletionRule(behaviours), outputOnShareRule(behaviours), discoveryRule(recon)].filter(
    (draft) => draft !== undefined,
  );
}

function isPayload(text: string): boolean {
  const code = trimEndOf(text, '=');
  return code.length >= 24 && isAll(code, isOfBase64);
}

/** The process creations that match a group of commands with one tool and meaning. */
export function windowsWatch(group: readonly ReadCommand[]): DraftWatch {
  const first = group[0] as ReadCommand;
  const alternatives = group.slice(0, ALTERNATIVES_MAX).flatMap((command): readonly (readonly DraftItem[])[] => {
    const decoded = decodedItems(command);
    if (decoded.length === 0) return [[commandLineItem(command.kept)]];
    const payload = command.kept.filter(({ text }) => isPayload(text));
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

/** The meaning's title, with the tool where the title lacks it: "Shadow Copy Deletion With Vssadmin". */
export function commandTitle({ meaning, parts: { tool } }: ReadCommand): string {
  const known = toolOf(tool)?.name ?? tool;
  const plain = (text: string): string => only(text.toLowerCase(), isWordCharacter);
  if (plain(meaning.title).includes(plain(known)) || known.length > 16) return meaning.title;
  if (hasAnyPart(meaning.title, ['Shell', 'IIS', '7-Zip', 'Firewall Rule'])) return meaning.title;
  return `${meaning.title} With ${capitalised(known)}`;
}

/** What distinguishes this rule in its title: a name of the actor's own, or else the option by which it is found. */
function detailOf(group: readonly ReadCommand[]): string {
  const own = group.flatMap(({ kept }) =>
    kept.filter(({ weight, text }) => weight === 3 && text.length >= 5 && !isPayload(text)),
  );
  const name = own[0] === undefined ? undefined : trimStartOf(own[0].text, '\\/');
  const said =
    name !== undefined && group[0]?.meaning.title.toLowerCase().includes(withoutFileEnding(name.toLowerCase()));
  if (name !== undefined) return said === true ? '' : ` - ${name}`;
  const option = group[0]?.kept.find(({ weight, text }) => weight === 2 && text.length > 3)?.text;
  const first = group[0];
  if (option === undefined || first === undefined || first.meaning.words.length > 0) return '';
  return commandTitle(first).includes(' With ') ? ` - ${option.trim()}` : ` With ${option.trim()}`;
}

function commandLineItem(kept: readonly TellingArgument[]): DraftItem {
  const values = kept.map(
    (argument): DraftValue => ({ literal: argument.text, origin: { start: argument.start, end: argument.end } }),
  );
  return { field: 'CommandLine', modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values };
}

function distinctAlternatives(alternatives: readonly (readonly DraftItem[])[]): readonly (readonly DraftItem[])[] {
  return distinctBy(alternatives, (items) =>
    JSON.stringify(
      items.map(({ field, modifiers, values }) => [
        field,
        modifiers,
        values.map(({ literal }) => String(literal).toLowerCase()),
      ]),
    ),
  );
}

/** Endings of files that an interpreter runs: its image is another. */
const SCRIPT_ENDINGS = ['.bat', '.cmd', '.ps1', '.vbs', '.js', '.com', '.scr'] as const;

/** The image that a group's commands run as; none where shells chain several, or where the program is the actor's own file. */
function imageItem(first: ReadCommand, group: readonly ReadCommand[]): DraftItem | undefined {
  if (group.some(({ parts }) => parts.shell) || endsWithAny(first.parts.tool, SCRIPT_ENDINGS)) return undefined;
  const { tool } = first.parts;
  const place = group.map(toolPlace).find((at) => at !== undefined);
  if (place === undefined || tool.length < 2 || tool.length > 60 || !isMadeOf(tool, '.-')) return undefined;
  const names =
    tool === 'net'
      ? ['net', 'net1']
      : tool === 'procdump' || tool === 'procdump64'
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

/** The place of the tool's name in the command. */
function toolPlace({ text, parts: { tool, span } }: ReadCommand): { start: number; end: number } | undefined {
  const at = text.toLowerCase().indexOf(tool);
  return at < 0 ? undefined : { start: span.start + at, end: span.start + at + tool.length };
}
