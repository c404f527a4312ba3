import { firstOf } from '../../draft/cut.js';
import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { listed, titleNaming } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { SideLoading } from '../../model.js';
import { endsWithAny } from '../../text/ends.js';
import type { Drafting } from '../kind.js';

/** How sure a pair must be to be drafted. */
export const CONFIDENCE_MIN = 0.5;
const PAIRS_MAX = 30;

/** Where a program lies with the libraries that belong to it. */
const INSTALLED: DraftItem = {
  field: 'Image',
  modifiers: ['startswith'],
  values: ['', ' (x86)'].map((kind) => ({
    literal: `C:\\Program Files${kind}\\`,
    origin: { template: 'installed-programs' },
  })),
};

/** Whether the text has the program or library of a pair where programs are installed. */
function isInstalled(behaviours: Drafting['behaviours'], { host, library }: SideLoading): boolean {
  const names = [host.name, library].map((name) => `\\${name.toLowerCase()}`);
  return behaviours.some(({ value }) => {
    const path = value.toLowerCase();
    return path.includes('\\program files') && endsWithAny(path, names);
  });
}

/** How far from a pair the text may say that its product was changed before customers had it. */
const NEAR = 300;

function isOfSupplier(text: string, { start, end }: SideLoading): boolean {
  return hasWordOf('supply-chain', text.slice(Math.max(0, start - NEAR), end + NEAR));
}

/** One rule on programs that load the library which the advisory says they were made to load. */
export function draftSideLoading({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  const pairs = new Map<string, SideLoading>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'side-loading' || behaviour.confidence < CONFIDENCE_MIN) continue;
    const key = behaviour.value.toLowerCase();
    if (!pairs.has(key)) pairs.set(key, behaviour);
  }
  const { kept: list, cut } = firstOf([...pairs.values()], PAIRS_MAX, 'programs with their libraries');
  if (list.length === 0) return [];
  const isElsewhere = !list.some((each) => isInstalled(behaviours, each) || isOfSupplier(doc.text, each));
  const names = list.map(({ host, library }) => `${host.name} Loading ${library}`);
  const pairsTold = list.map(({ host, library }) => `${host.name} loading ${library}`);
  return [
    {
      platform: 'endpoint-sysmon',
      behaviour: 'image-load:pairs',
      title: titleNaming('Reported Side-Loading', names, 2),
      description: `Detects ${listed(pairsTold, 4)}, as the advisory reports.${whyItMatters(['T1574.001'])}`,
      level: 'medium',
      logsource: { category: 'image_load', product: 'windows' },
      selections: [
        { name: 'selection', alternatives: list.map(pair) },
        ...(isElsewhere ? [{ name: 'filter_main_installed', filter: true, alternatives: [[INSTALLED]] }] : []),
      ],
      condition: isElsewhere ? 'selection and not filter_main_installed' : 'selection',
      techniques: ['T1574.001'],
      falsepositives: ['The program with the library that belongs to it'],
      confidence: Math.max(...list.map(({ confidence }) => confidence)),
      cut,
    },
  ];
}

function pair({ host, library, start, end }: SideLoading): readonly DraftItem[] {
  const item = (field: string, name: string, origin: { readonly start: number; readonly end: number }): DraftItem => ({
    field,
    modifiers: ['endswith'],
    values: [{ literal: `\\${name}`, origin }],
  });
  return [item('Image', host.name, { start: host.start, end: host.end }), item('ImageLoaded', library, { start, end })];
}
