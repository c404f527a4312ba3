import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import { isPlanted } from '../../indicators/planted-library.js';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf, isListed } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';
import { withoutEnding, withoutFirst } from '../../text/ends.js';
import { VALUES_MAX } from './shared.js';

/** How far from a name the text may say what was done with it. */
const NEAR = 240;

/**
 * Low-level rules on names of libraries. A name that Windows itself has counts only where the text says that the actor brought it, and then
 * only outside of Windows' own folders. Libraries by which malware recognises an analyst's machine never count.
 */
export function libraryRules(doc: AdvisoryDocument, names: readonly DraftValue[]): readonly RuleDraft[] {
  const system = wordSet('system-libraries');
  const watchers = wordSet('analysis-libraries');
  const bare = ({ literal }: DraftValue): string =>
    withoutEnding(withoutFirst(String(literal).toLowerCase(), '\\'), '.dll');
  const isBundled = (name: DraftValue): boolean => isListed('bundled-libraries', bare(name));
  const { kept: own, cut } = firstOf(
    names.filter(
      (name) =>
        !['system', 'microsoft'].includes(bare(name).split('.', 1)[0] ?? '') &&
        !system.has(bare(name)) &&
        !watchers.has(bare(name)) &&
        !isInMemory(doc, name) &&
        !isBundled(name),
    ),
    VALUES_MAX,
    'libraries',
  );
  const shared = firstOf(
    names.filter((name) => system.has(bare(name)) && isBrought(doc, name)),
    VALUES_MAX,
    'libraries',
  );
  const bundled = firstOf(
    names.filter((name) => isBundled(name) && !isInMemory(doc, name) && isSaid('library-replaced', doc, name)),
    VALUES_MAX,
    'libraries',
  );
  const drafts: RuleDraft[] = [];
  if (own.length > 0) {
    drafts.push({
      ...HEADER,
      behaviour: 'indicators:libraries',
      title: titleOf(`Indicator Match - Library Of Reported Name Loaded (${own.length})`),
      description: 'Low-level indicator rule: libraries with file names that the advisory lists.',
      selections: [{ name: 'selection', alternatives: [[loaded('endswith', own)]] }],
      condition: 'selection',
      falsepositives: ['Legitimate libraries of the same name'],
      cut,
    });
  }
  if (shared.kept.length > 0) drafts.push(elsewhere(SYSTEM, shared));
  if (bundled.kept.length > 0) drafts.push(elsewhere(BUNDLED, bundled));
  return drafts;
}

const HEADER = {
  platform: 'endpoint-sysmon',
  level: 'low',
  logsource: { category: 'image_load', product: 'windows' },
  techniques: ['T1574.001'],
  confidence: 0.45,
} as const;

/** Libraries that others have too: whose, and where those have them. */
interface Others extends Pick<RuleDraft, 'behaviour' | 'description'> {
  readonly title: string;
  readonly folders: readonly DraftValue[];
}

/** A rule on libraries of names that others have too, in other folders than theirs. */
function elsewhere(
  { behaviour, title, description, folders }: Others,
  { kept, cut }: ReturnType<typeof firstOf<DraftValue>>,
): RuleDraft {
  return {
    ...HEADER,
    behaviour,
    title: titleOf(`${title} (${kept.length})`),
    description,
    selections: [
      { name: 'selection', alternatives: [[loaded('endswith', kept)]] },
      { name: 'filter_main_system', filter: true, alternatives: [[loaded('startswith', folders)]] },
    ],
    condition: 'selection and not filter_main_system',
    falsepositives: ['Programs that bring their own copy of the library'],
    cut,
  };
}

const SYSTEM_FOLDERS: readonly DraftValue[] = [
  'System32',
  'SysWOW64',
  'WinSxS',
  'SystemApps',
  'servicing',
  'Microsoft.NET',
  'assembly',
].map((folder) => ({
  literal: `C:\\Windows\\${folder}\\`,
  origin: { template: 'windows-library-folders' },
}));

const SYSTEM: Others = {
  behaviour: 'indicators:system-libraries',
  title: 'System Library Name Loaded From Elsewhere',
  description:
    'Detects libraries of names that Windows has, as the advisory reports them of the actor, loaded from other folders than those of Windows.',
  folders: SYSTEM_FOLDERS,
};

const BUNDLED: Others = {
  behaviour: 'indicators:bundled-libraries',
  title: 'Library Of A Common Name Loaded From Elsewhere',
  description:
    'Detects libraries of names that many programs bring along, as the advisory reports them of the actor, loaded from other folders than those of installed programs.',
  folders: [
    ...SYSTEM_FOLDERS,
    ...['C:\\Program Files\\', 'C:\\Program Files (x86)\\'].map((literal) => ({
      literal,
      origin: { template: 'program-folders' },
    })),
  ],
};

function loaded(modifier: string, values: readonly DraftValue[]): DraftItem {
  return { field: 'ImageLoaded', modifiers: [modifier], values };
}

/** The places at which a text says of a library that Windows has that an intruder planted it. */
export function plantedAt({ text }: AdvisoryDocument, { spans, value }: Indicator): readonly Span[] {
  return spans.filter((span) => isPlanted(text, value, span));
}

/** Whether the text around a library that Windows has too says that the actor planted it, or its sentence that they brought it and not only call it. */
function isBrought(doc: AdvisoryDocument, name: DraftValue): boolean {
  if (isSaid('library-planted', doc, name)) return true;
  const { literal, origin } = name;
  if ('start' in origin && isPlanted(doc.text, withoutFirst(String(literal), '\\'), origin)) return true;
  const sentence = sentenceOf(doc, name);
  return hasWordOf('library-brought', sentence) && !hasWordOf('library-called', sentence);
}

/** Whether the sentence of a library says that it is run from memory, and nothing that an actor put it into a folder. */
function isInMemory(doc: AdvisoryDocument, name: DraftValue): boolean {
  return hasWordOf('library-in-memory', sentenceOf(doc, name)) && !isSaid('library-planted', doc, name);
}

/** The sentence of a name; empty where it is not the document's own. */
function sentenceOf({ text }: AdvisoryDocument, { origin }: DraftValue): string {
  if (!('start' in origin)) return '';
  const { start, end } = sentenceAround(text, origin.start, origin.end);
  return text.slice(start, end);
}

/** Whether the text around a name has a word of a list. */
function isSaid(list: string, { text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  return 'start' in origin && hasWordOf(list, text.slice(Math.max(0, origin.start - NEAR), origin.end + NEAR));
}
