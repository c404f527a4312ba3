import { isAboutMac } from '../../attribute/host-system.js';
import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftSelection, RuleDraft } from '../../draft/rule-draft.js';
import { distinctBy, groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet } from '../../knowledge/load.js';
import type { AdvisoryDocument, Behaviour } from '../../model.js';
import { type Word, wordsOf } from '../../segment/words.js';
import { opensWith } from '../../text/ends.js';
import { hasAny, isMadeOf, splitAtBlanks } from '../../text/shape.js';
import { cronRule, installsCrontab } from './linux-cron.js';
import { draftLinuxOptions, optionCommands } from './linux-options.js';
import { downloadAddress, isDownloader, pipedScriptRule, reverseShellRule } from './linux-scripts.js';
import { type ReadCommand, readCommands } from './read-commands.js';
import { isTellingOnUnix, ownNameOf } from './unix.js';
import { ALTERNATIVES_MAX, commandTitle } from './windows.js';

/** The taxonomy knows at most eight argument fields of auditd. */
const ARGUMENT_FIELDS = 8;

/** Rules on auditd's records: programs run with their arguments, and paths written. */
export function draftLinuxCommands(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  // macOS has no auditd, and reports on macOS do not describe Linux.
  if (isAboutMac(doc.text)) return [];
  const requests = behaviours.filter(({ kind }) => kind === 'cluster-request');
  const toldByCluster = ({ start, end }: Behaviour): boolean => requests.some((r) => r.start < end && start < r.end);
  const read = readCommands(doc, behaviours, 'linux').filter(({ behaviour }) => !toldByCluster(behaviour));
  const options = optionCommands(doc, read);
  const told = new Set(options.map(({ command }) => command));
  const commands = read.filter((command) => isTellingOnUnix(command) && !installsCrontab(command.behaviour.value));
  const drafts = [
    pipedScriptRule(behaviours),
    reverseShellRule(behaviours),
    cronRule(behaviours),
    ...draftLinuxOptions(options),
  ].filter((draft) => draft !== undefined);
  for (const [key, group] of groupBy(
    commands.filter((command) => !told.has(command)),
    ({ parts, meaning }) => `${parts.tool}|${meaning.title}`,
  )) {
    const draft = execRule(doc, key, group);
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

/** One EXECVE rule: the program as `a0`, and the telling arguments at their positions. */
function execRule(doc: AdvisoryDocument, key: string, group: readonly ReadCommand[]): RuleDraft | undefined {
  const { kept, cut } = firstOf(group, ALTERNATIVES_MAX, 'command lines');
  const read = kept.flatMap((command) => {
    const items = execItems(doc, command);
    return items === undefined ? [] : [items];
  });
  const alternatives = distinctBy(read, (items) =>
    JSON.stringify(items.map(({ field, values }) => [field, values.map(({ literal }) => literal)])),
  );
  const first = group[0] as ReadCommand;
  if (alternatives.length === 0) return undefined;
  const record: DraftItem = {
    field: 'type',
    modifiers: [],
    values: [{ literal: 'EXECVE', origin: { template: 'auditd-execve-record' } }],
  };
  const selections: DraftSelection[] =
    alternatives.length === 1
      ? [{ name: 'selection', alternatives: [[record, ...(alternatives[0] as readonly DraftItem[])]] }]
      : [
          { name: 'selection_record', alternatives: [[record]] },
          { name: 'selection_command', alternatives },
        ];
  return {
    platform: 'endpoint-auditd',
    behaviour: `execve:${key}`,
    title: titleOf(`Linux ${commandTitle(first)}${ownNameOf(group)}`),
    description: `Detects ${first.parts.tool} run with the arguments that the advisory reports.${whyItMatters(first.meaning.techniques)}`,
    level: first.meaning.level,
    logsource: { product: 'linux', service: 'auditd' },
    selections,
    cut,
    condition: selections.map(({ name }) => name).join(' and '),
    techniques: first.meaning.techniques,
    falsepositives: ['Administrators or software that use the same options'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

/**
 * `a0` ends in the tool's name; each kept argument is part of the argument at its position; chained shell commands are one argument of
 * `-c`.
 */
function execItems(doc: AdvisoryDocument, command: ReadCommand): readonly DraftItem[] | undefined {
  const { parts, kept } = command;
  const words = wordsOf(doc.text, parts.span.start, parts.span.end);
  const [head] = words;
  const at = head?.text.toLowerCase().lastIndexOf(parts.tool) ?? -1;
  if (head === undefined || at < 0 || parts.tool.length < 2 || parts.tool.length > 40 || !isMadeOf(parts.tool, '.+-'))
    return undefined;
  const origin = { start: head.start + at, end: head.start + at + parts.tool.length };
  const toolItem: DraftItem = {
    field: 'a0',
    modifiers: ['endswith'],
    values: [{ literal: doc.text.slice(origin.start, origin.end), origin }],
  };
  // Options of a download are common: only the file it writes, or else the address, identifies it.
  if (isDownloader(parts.tool) && !kept.some(({ weight }) => weight === 3)) {
    const address = addressItem(words);
    return address === undefined ? undefined : [toolItem, address];
  }
  const items = argumentItems(parts.tool, words, kept);
  return items.length === 0 ? undefined : [toolItem, ...items];
}

/** Each kept argument as part of the argument at its position. */
function argumentItems(tool: string, words: readonly Word[], kept: ReadCommand['kept']): readonly DraftItem[] {
  const byField = new Map<string, DraftItem>();
  for (const { end, start, text } of kept) {
    const index = words.findIndex((word) => word.start <= start && end <= word.end);
    if (index < 1 || index >= ARGUMENT_FIELDS) continue;
    // The shell handles a redirection; the program never gets it as an argument.
    if (words.slice(1, index + 1).some((word) => !word.quoted && hasAny(word.text, '<>'))) continue;
    // Words that stand for a file: "remove the script fen.sh".
    if (isProse(words[index]) && wordSet('file-tools').has(tool) && !hasAny(text, './')) continue;
    const field = `a${index}`;
    const values = [...(byField.get(field)?.values ?? []), { literal: text, origin: { start, end } }];
    byField.set(field, { field, modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values });
  }
  return [...byField.values()];
}

/** An argument of more words than this, in quotes, is no file's name. */
const NAME_WORDS = 2;

const isProse = (word: Word | undefined): boolean =>
  word?.quoted === true && splitAtBlanks(word.text.trim()).length > NAME_WORDS;

/** The address of a download, at its position among the arguments. */
function addressItem(words: readonly Word[]): DraftItem | undefined {
  for (const [index, word] of words.entries()) {
    if (index >= ARGUMENT_FIELDS || (index > 0 && !word.quoted && opensWith(word.text, '|;&'))) return undefined;
    const value = index === 0 ? undefined : downloadAddress(word.text, word.start);
    if (value !== undefined) return { field: `a${index}`, modifiers: ['contains'], values: [value] };
  }
  return undefined;
}
