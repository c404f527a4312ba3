import { mentionsMac } from '../../attribute/host-system.js';
import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import type { AdvisoryDocument, Behaviour } from '../../model.js';
import { downloadAddress, isDownloader } from './linux-scripts.js';
import { type ReadCommand, readCommands } from './read-commands.js';
import { isTellingOnUnix, ownNameOf } from './unix.js';
import { ALTERNATIVES_MAX, commandTitle } from './windows.js';

/** Rules on programs that macOS starts: one per tool and meaning, known by the end of its path and by parts of its command line. */
export function draftMacCommands(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  if (!mentionsMac(doc.text)) return [];
  const commands = readCommands(doc, behaviours, 'macos').filter(isTellingOnUnix);
  return [...groupBy(commands, ({ parts, meaning }) => `${parts.tool}|${meaning.title}`)].flatMap(([key, group]) => {
    const draft = startedRule(doc, key, group);
    return draft === undefined ? [] : [draft];
  });
}

function startedRule(doc: AdvisoryDocument, key: string, group: readonly ReadCommand[]): RuleDraft | undefined {
  const first = group[0] as ReadCommand;
  const image = imageItem(doc, first);
  const { kept, cut } = firstOf(group, ALTERNATIVES_MAX, 'command lines');
  const lines = kept.flatMap((command) => commandLineItem(command) ?? []);
  const [only] = lines;
  if (image === undefined || only === undefined) return undefined;
  const selections: readonly DraftSelection[] =
    lines.length === 1
      ? [{ name: 'selection', alternatives: [[image, only]] }]
      : [
          { name: 'selection_image', alternatives: [[image]] },
          { name: 'selection_command', alternatives: lines.map((line) => [line]) },
        ];
  const { meaning, parts } = first;
  return {
    platform: null,
    behaviour: `started:${key}`,
    title: titleOf(`macOS ${commandTitle(first)}${ownNameOf(group)}`),
    description: `Detects ${parts.tool} run with the arguments that the advisory reports.${whyItMatters(meaning.techniques)}`,
    level: meaning.level,
    logsource: { category: 'process_creation', product: 'macos' },
    selections,
    cut,
    condition: selections.map(({ name }) => name).join(' and '),
    techniques: meaning.techniques,
    falsepositives: ['Administrators or software that use the same options'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

/** The program by the end of its path; undefined where the name is not in the text. */
function imageItem(doc: AdvisoryDocument, { parts: { tool, span } }: ReadCommand): DraftItem | undefined {
  const at = doc.text.slice(span.start, span.end).toLowerCase().indexOf(tool);
  if (at < 0 || tool.length < 2) return undefined;
  const origin = { start: span.start + at, end: span.start + at + tool.length };
  return { field: 'Image', modifiers: ['endswith'], values: [{ literal: `/${tool}`, origin }] };
}

/** The telling parts of a command line; of a download without a file of its own, the address. */
function commandLineItem({ parts, kept, text }: ReadCommand): DraftItem | undefined {
  const own = kept.map(
    ({ text: written, start, end }): DraftValue =>
      // The shell writes the home's path in place of its sign.
      written.startsWith('~/')
        ? { literal: written.slice(1), origin: { start: start + 1, end } }
        : { literal: written, origin: { start, end } },
  );
  const isAddressNeeded = isDownloader(parts.tool) && !kept.some(({ weight }) => weight === 3);
  const values = isAddressNeeded ? [downloadAddress(text, parts.span.start)].filter((v) => v !== undefined) : own;
  if (values.length === 0) return undefined;
  return { field: 'CommandLine', modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values };
}
