import { isAboutMac } from '../../attribute/host-system.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, listed, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { homeLength } from '../../kinds/home-folder.js';
import type { Drafting } from '../kind.js';

/** A home directory. The user differs, so rules look for the end of the path. */
const ROOTS_HOME = '/root';

/** One PATH rule on the files from which the advisory says intruders get credentials. */
export function draftCredentialFiles({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  // macOS has no auditd, and reports on macOS do not describe Linux.
  if (isAboutMac(doc.text)) return [];
  const told = behaviours.filter((each) => each.kind === 'credential-file');
  const whole = new Map<string, DraftValue>();
  const ends = new Map<string, DraftValue>();
  for (const { value, start, end } of told) {
    const home = value.startsWith(`${ROOTS_HOME}/`) ? ROOTS_HOME.length : homeLength(value);
    const literal = value.slice(home);
    const list = home === 0 ? whole : ends;
    if (!list.has(literal)) list.set(literal, { literal, origin: { start: start + home, end } });
  }
  const names = distinct([...whole.keys(), ...ends.keys()]);
  const first = names[0];
  if (first === undefined) return [];
  const record: DraftItem = {
    field: 'type',
    modifiers: [],
    values: [{ literal: 'PATH', origin: { template: 'auditd-path-record' } }],
  };
  const item = (modifiers: readonly string[], values: ReadonlyMap<string, DraftValue>): readonly DraftItem[] => [
    record,
    { field: 'name', modifiers, values: [...values.values()] },
  ];
  return [
    {
      platform: 'endpoint-auditd',
      behaviour: 'path:credentials',
      title: titleOf(`Credential File Opened - ${first}`),
      description: `Detects access to ${listed(names, 4)}, which the advisory says intruders get credentials from. auditd must watch them for reading (-p r), except by the software that they belong to.${whyItMatters(['T1552.001'])}`,
      level: 'low',
      logsource: { product: 'linux', service: 'auditd' },
      selections: [
        {
          name: 'selection',
          alternatives: [
            ...(whole.size === 0 ? [] : [item([], whole)]),
            ...(ends.size === 0 ? [] : [item(['endswith'], ends)]),
          ],
        },
      ],
      condition: 'selection',
      techniques: ['T1552.001'],
      falsepositives: ['The software whose credentials they are'],
      confidence: Math.max(...told.map(({ confidence }) => confidence)),
    },
  ];
}
