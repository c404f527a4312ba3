import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { isStandIn } from '../../draft/stand-in.js';
import { titleOf } from '../../draft/text.js';
import { wordSet, words } from '../../knowledge/load.js';
import type { AdvisoryDocument, Indicator } from '../../model.js';
import { libraryRules } from './libraries.js';
import { VALUES_MAX } from './shared.js';

const LIBRARY = /\.dll$/i;
/** Programs are told by their own rule; documents and pictures have names that everyone's have. */
const DROPPED = /\.(?:dat|bin|tmp|ps1|bat|cmd|vbs|vbe|js|jse|hta|sys|lnk|wsf|sct|ocx|cpl|scr|ini|cfg|db|log|mof)$/i;

/** Documents that take a flaw apart name the files it is in. */
const FLAW_TITLE =
  /\bvulnerabilit|\bCVE-\d|\bpatch(?:es|ed|ing)?\b|\bzero-?day|\broot cause|\bflaws?\b|\bexploit(?:ing|ation)? (?:of|analysis)\b/i;
const BROUGHT =
  /\b(?:malicious|malware|attackers?|actors?|adversar|payload|backdoor|web ?shell|dropp?(?:s|ed|er)|download(?:s|ed)|ransom|implant|trojan|beacon|loader|side-?load|[0-9a-f]{32,64})\b/i;
/** What is dropped on Linux and has a name of its own. */
const LINUX_DROPPED = /\.(?:so|sh|elf|ko|service|timer|bin)$/i;
/** A log is read by its owner unless the text says that something else wrote it. */
const LOG = /\.(?:log|db|ini|cfg)$/i;
const WROTE =
  /\b(?:drops?|dropped|writes?|wrote|written|creates?|created|saves?|saved|stores?|stored|stages?|staged|keylog\w*|collects?|collected|exfiltrat\w*|download\w*)\b/i;
const NEAR = 200;

/** Right before a name: this time it was not there. */
const ABSENT = /\b(?:neither|nor|(?:is|was|are|were) not|unlike|instead of|rather than)\b[^.;:,]{0,60}$/i;

/** Whether every mention of a file name says that it is not part of this. */
function isAbsent({ text }: AdvisoryDocument, { spans }: Indicator): boolean {
  return spans.every(({ start }) => ABSENT.test(text.slice(Math.max(0, start - 80), start).replace(/\w+:$/, '')));
}

/** Whether a file name of the text is one of the product under discussion rather than the actor's. */
function isPartOfProduct({ title, text, blocks }: AdvisoryDocument, { value, spans }: Indicator): boolean {
  const places = spans.filter(
    ({ start }) => blocks.find((block) => block.start <= start && start < block.end)?.role !== 'indicators',
  );
  if (places.length < spans.length) return false;
  const said = places.map(({ start, end }) => text.slice(Math.max(0, start - NEAR), end + NEAR));
  if (LOG.test(value) && !said.some((words) => WROTE.test(words))) return true;
  return FLAW_TITLE.test(title) && !said.some((words) => BROUGHT.test(words));
}

/** Right before a name's first letter these belong to it: the name begins earlier than it was found. */
const WITHIN_NAME = /[#$&+=~!^%@]$|[#$&+=~!^%@]_$/;

/** Whether everybody has a file of this name: of the system, of a product, or named with a word that anybody takes. */
function isEverybodys(name: string): boolean {
  const lower = name.toLowerCase();
  const stem = lower.replace(/\.\w+$/, '');
  const bare = stem.replace(/[-_. ]?\d{1,3}$/, '');
  return (
    wordSet('spared-file-names').has(lower.replace(/\..*$/, '')) ||
    (/\.\w{2,5}$/.test(lower) && wordSet('everyday-file-names').has(bare)) ||
    wordSet('stock-file-names').has(stem) ||
    words('stock-file-names').some((line) => line.endsWith('*') && stem.startsWith(line.slice(0, -1)))
  );
}

/** File names of libraries and dropped files, without a path: low-level, and by category. */
export function fileNameRules(
  document: AdvisoryDocument,
  indicators: readonly Indicator[],
  system: 'windows' | 'linux',
): readonly RuleDraft[] {
  const names = (wanted: RegExp): readonly DraftValue[] =>
    indicators
      .filter(
        ({ type, value, spans }) => type === 'file-name' && spans.length > 0 && wanted.test(value) && value.length >= 8,
      )
      .filter((indicator) => !isPartOfProduct(document, indicator) && !isAbsent(document, indicator))
      .filter(({ value }) => !isEverybodys(value) && !isStandIn(value))
      .filter(({ value }) => !/[*?%<>{}]/.test(value))
      // The field compares in any letter case: one spelling of a name says them all.
      .filter(
        ({ value }, at, all) => all.findIndex((other) => other.value.toLowerCase() === value.toLowerCase()) === at,
      )
      .map(({ value, spans }) => {
        const origin = spans[0] as { start: number; end: number };
        const begins = !WITHIN_NAME.test(document.text.slice(Math.max(0, origin.start - 2), origin.start));
        return { literal: begins ? `${system === 'linux' ? '/' : '\\'}${value}` : value, origin };
      });
  if (system === 'linux') return linuxNames(names(LINUX_DROPPED));
  const { kept: files, cut } = firstOf(names(DROPPED), VALUES_MAX, 'file names');
  const drafts: RuleDraft[] = [...libraryRules(document, names(LIBRARY))];
  if (files.length > 0) {
    drafts.push({
      ...CREATED,
      cut,
      platform: 'endpoint-sysmon',
      title: titleOf(`Indicator Match - File Of Reported Name Created (${files.length})`),
      logsource: { category: 'file_event', product: 'windows' },
      selections: [
        { name: 'selection', alternatives: [[{ field: 'TargetFilename', modifiers: ['endswith'], values: files }]] },
      ],
    });
  }
  return drafts;
}

const CREATED = {
  behaviour: 'indicators:files',
  description: 'Low-level indicator rule: files with names that the advisory lists.',
  level: 'low',
  condition: 'selection',
  falsepositives: ['Legitimate files of the same name'],
  techniques: ['T1105'],
  confidence: 0.45,
} as const;

/** auditd records a file's creation where its folder is watched. */
function linuxNames(all: readonly DraftValue[]): readonly RuleDraft[] {
  if (all.length === 0) return [];
  const { kept: files, cut } = firstOf(all, VALUES_MAX, 'file names');
  const origin = { template: 'auditd-path-created' };
  const items: readonly DraftItem[] = [
    { field: 'type', modifiers: [], values: [{ literal: 'PATH', origin }] },
    { field: 'name', modifiers: ['endswith'], values: files },
    { field: 'nametype', modifiers: [], values: [{ literal: 'CREATE', origin }] },
  ];
  return [
    {
      ...CREATED,
      cut,
      platform: 'endpoint-auditd',
      title: titleOf(`Indicator Match - Linux File Of Reported Name Created (${files.length})`),
      logsource: { product: 'linux', service: 'auditd' },
      selections: [{ name: 'selection', alternatives: [items] }],
    },
  ];
}
