import { isOperator, wordsOf } from '../behaviours/words.js';
import type { AdvisoryDocument, Behaviour } from '../model.js';
import { ALTERNATIVES_MAX, commandTitle, type ReadCommand, readCommands, tellingLength } from './commands.js';
import type { DraftItem, DraftSelection, RuleDraft } from './rule-draft.js';
import { distinct, groupBy, titleOf } from './text.js';
import { whyItMatters } from './why.js';

/**
 * Rules on macOS. None of the thirteen platforms is a Mac's own log; Sigma's process and file events of macOS have the fields of
 * `endpoint-sysmon`, so there they go, with `product: macos`.
 */
export function draftMac(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const commands = readCommands(doc, behaviours, 'macos').filter(
    ({ meaning, parts }) => meaning.level !== 'low' && !SHELLS_OWN.test(parts.tool),
  );
  const groups = groupBy(commands, ({ parts, meaning }) => `${parts.tool}|${meaning.title}`);
  const drafts = [...groups].flatMap(([key, group]) => commandRule(doc, key, group) ?? []);
  const files = launchFileRule(behaviours);
  return files === undefined ? drafts : [...drafts, files];
}

/** The shell does these itself, or they say nothing without what they look at. */
const SHELLS_OWN = /^(?:echo|printf|cd|export|unset|history|cat|ls|grep|awk|sed|head|tail|ps|open|sudo)$/;

function commandRule(doc: AdvisoryDocument, key: string, group: readonly ReadCommand[]): RuleDraft | undefined {
  const first = group[0] as ReadCommand;
  const { tool } = first.parts;
  const place = toolPlace(first);
  const alternatives = group.slice(0, ALTERNATIVES_MAX).flatMap((command) => argumentsItem(doc, command) ?? []);
  if (alternatives.length === 0 || place === undefined || !/^[\w.+-]{2,40}$/.test(tool)) return undefined;
  const image: DraftItem = {
    field: 'Image',
    modifiers: ['endswith'],
    values: [{ literal: `/${tool}`, origin: place }],
  };
  // A sub-command alone is every installer's.
  const named = group.every(({ kept }) => kept.some(({ weight }) => weight === 3));
  const [only, ...more] = alternatives;
  const selections: readonly DraftSelection[] =
    only !== undefined && more.length === 0
      ? [{ name: 'selection', alternatives: [[image, only]] }]
      : [
          { name: 'selection_image', alternatives: [[image]] },
          { name: 'selection_command', alternatives: alternatives.map((item) => [item]) },
        ];
  return {
    platform: 'endpoint-sysmon',
    behaviour: `macos:${key}`,
    title: titleOf(`macOS ${commandTitle(first)}`),
    description: `Detects ${tool} run on macOS with the arguments that the advisory reports.${whyItMatters(first.meaning.techniques)}`,
    level: first.meaning.level === 'medium' && !named ? 'low' : first.meaning.level,
    logsource: { category: 'process_creation', product: 'macos' },
    selections,
    condition: selections.map(({ name }) => name).join(' and '),
    techniques: first.meaning.techniques,
    falsepositives: ['Administrators or software that use the same options'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

function toolPlace({ parts, behaviour }: ReadCommand): { readonly start: number; readonly end: number } | undefined {
  const at = behaviour.value.toLowerCase().indexOf(parts.tool, Math.max(0, parts.span.start - behaviour.start));
  return at < 0 ? undefined : { start: behaviour.start + at, end: behaviour.start + at + parts.tool.length };
}

/** The kept arguments of the command's own process: what stands after a pipe or a separator is another one. */
function argumentsItem(doc: AdvisoryDocument, { parts, kept }: ReadCommand): DraftItem | undefined {
  const words = wordsOf(doc.text, parts.span.start, parts.span.end);
  const separator = words.find((word) => !word.quoted && (isOperator(word.text) || word.text.endsWith(';')));
  const own = kept.filter(({ start }) => separator === undefined || start < separator.start);
  if (tellingLength(own) < 4) return undefined;
  const values = own.map(({ text, start, end }) => ({ literal: text, origin: { start, end } }));
  return { field: 'CommandLine', modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values };
}

function launchFileRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const files = behaviours.filter(({ kind, details }) => kind === 'file' && details['system'] === 'macos');
  const first = files[0];
  if (first === undefined) return undefined;
  const values = new Map<string, DraftItem['values'][number]>();
  for (const { value, start, end } of files) {
    const literal = value.includes('/') ? value.replace(/^(?:~|\/Users\/[^/]+)/, '') : `/${value}`;
    if (!values.has(literal)) values.set(literal, { literal, origin: { start, end } });
  }
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'macos:launch-files',
    title: titleOf(`macOS Launch Agent Or Daemon Of The Reported Intrusion - ${first.value.replace(/^.*\//, '')}`),
    description: `Detects the property lists being written by which the reported intrusion is started again.${whyItMatters(first.techniques)}`,
    level: 'high',
    logsource: { category: 'file_event', product: 'macos' },
    selections: [
      {
        name: 'selection',
        alternatives: [[{ field: 'TargetFilename', modifiers: ['endswith'], values: [...values.values()] }]],
      },
    ],
    condition: 'selection',
    techniques: distinct(files.flatMap(({ techniques }) => techniques)),
    falsepositives: ['Software that installs a list of the same name'],
    confidence: Math.max(...files.map(({ confidence }) => confidence)),
  };
}
