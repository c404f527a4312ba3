import type { Behaviour } from '../model.js';
import type { DraftItem, RuleDraft } from './rule-draft.js';
import { whyItMatters } from './why.js';

interface Template {
  readonly title: string;
  readonly what: string;
  readonly level: 'low' | 'medium' | 'high';
  readonly alternatives: readonly (readonly (readonly [field: string, value: string])[])[];
  readonly techniques: readonly string[];
  readonly falsepositive: string;
  /** Behaviours that already tell it with more detail. */
  readonly covered: (behaviour: Behaviour) => boolean;
}

const writes =
  (path: RegExp) =>
  ({ kind, details }: Behaviour): boolean =>
    kind === 'file' && path.test(details['path'] ?? '');

const TEMPLATES: Readonly<Record<string, Template>> = {
  cron: {
    title: 'Cron Job Created',
    what: 'a crontab replaced or a file put into the folders of cron',
    level: 'medium',
    alternatives: [
      [
        ['type', 'EXECVE'],
        ['a0|endswith', 'crontab'],
        ['a1', '-'],
      ],
      [
        ['type', 'PATH'],
        ['name|startswith', '/etc/cron.'],
        ['nametype', 'CREATE'],
      ],
      [
        ['type', 'PATH'],
        ['name|startswith', '/var/spool/cron/'],
        ['nametype', 'CREATE'],
      ],
    ],
    techniques: ['T1053.003'],
    falsepositive: 'Administrators and packages that install cron jobs',
    covered: ({ kind, details, value, platforms }) =>
      (kind === 'file' && /\/cron/.test(details['path'] ?? '')) ||
      (kind === 'command' && platforms.includes('endpoint-auditd') && /\bcrontab\b/.test(value)),
  },
  systemd: {
    title: 'Systemd Unit Created',
    what: 'a unit put into the folders of systemd',
    level: 'low',
    alternatives: [
      [
        ['type', 'PATH'],
        ['name|startswith', '/etc/systemd/system/'],
        ['nametype', 'CREATE'],
      ],
      [
        ['type', 'PATH'],
        ['name|startswith', '/usr/lib/systemd/system/'],
        ['nametype', 'CREATE'],
      ],
    ],
    techniques: ['T1543.002'],
    falsepositive: 'Packages and administrators that install services',
    covered: writes(/systemd|\.service$/),
  },
  'ssh-key': {
    title: 'SSH Authorized Keys Changed',
    what: 'a write to a list of authorized keys, which auditd must watch (-p wa)',
    level: 'medium',
    alternatives: [
      [
        ['type', 'PATH'],
        ['name|endswith', '/.ssh/authorized_keys'],
      ],
    ],
    techniques: ['T1098.004'],
    falsepositive: 'Administrators and configuration management that hand out keys',
    covered: writes(/authorized_keys/),
  },
  'kernel-module': {
    title: 'Kernel Module Loaded By Insmod',
    what: 'a kernel module loaded from a file',
    level: 'medium',
    alternatives: [
      [
        ['type', 'EXECVE'],
        ['a0|endswith', 'insmod'],
      ],
    ],
    techniques: ['T1547.006'],
    falsepositive: 'Drivers that are built on the host',
    covered: ({ kind, details }) => kind === 'command' && details['tool'] === 'insmod',
  },
};

/** Rules on persistence that the advisory tells in words alone: what it leaves in auditd whatever it is called, the words as its reason. */
export function draftLinuxTold(behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  return Object.entries(TEMPLATES).flatMap(([id, template]): readonly RuleDraft[] => {
    const told = behaviours.filter(({ details }) => details['told'] === id);
    if (told.length === 0 || behaviours.some(template.covered)) return [];
    return [
      {
        platform: 'endpoint-auditd',
        behaviour: `told:${id}`,
        title: template.title,
        description: `Detects ${template.what}, as the advisory tells of the intrusion.${whyItMatters(template.techniques)}`,
        level: template.level,
        logsource: { product: 'linux', service: 'auditd' },
        selections: [{ name: 'selection', alternatives: template.alternatives.map((items) => items.map(item(id))) }],
        condition: 'selection',
        techniques: template.techniques,
        falsepositives: [template.falsepositive],
        confidence: Math.max(...told.map(({ confidence }) => confidence)),
      },
    ];
  });
}

const item =
  (id: string) =>
  ([key, literal]: readonly [string, string]): DraftItem => {
    const [field = '', ...modifiers] = key.split('|');
    return { field, modifiers, values: [{ literal, origin: { template: `linux-${id}` } }] };
  };
