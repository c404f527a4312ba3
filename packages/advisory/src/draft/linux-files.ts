import type { Behaviour, UntypedBehaviour } from '../model.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
import { distinct, titleOf } from './text.js';
import { whyItMatters } from './why.js';

const ORDINARY_FILES =
  /^\/(?:etc\/kubernetes\/[\w./-]+|etc\/(?:hosts|group|resolv\.conf|issue|os-release|ssh\/sshd_config)|bin\/(?:ba|da|z)?sh|usr\/bin\/\w+|usr\/sbin\/\w+|bin\/\w+|sbin\/\w+|dev\/shm|var\/log\/\w+|var\/www\/html|var\/run\/\w+|var\/lib\/\w+)$/;
/** Read by everyone; only a command that writes them says something. */
const READ_FILES = /^\/etc\/(?:passwd|shadow)$/;
/** Files that are there before an intruder changes them: auditd records no creation. */
const CHANGED_FILES =
  /(?:^|\/)(?:authorized_keys2?|ld\.so\.preload|\.bashrc|\.bash_profile|\.profile|\.zshrc)$|^\/etc\/(?:crontab|rc\.local|profile|passwd|shadow|sudoers|bash\.bashrc)$/;
/** Folders whose files start something: whatever is put there. */
const STARTING_FOLDERS =
  /^\/(?:etc\/cron\.(?:d|daily|hourly|weekly|monthly)|var\/spool\/cron(?:\/crontabs)?|(?:etc|usr\/lib|lib|run)\/systemd\/system|etc\/(?:init|rc\d?|profile|update-motd)\.d)\/?$/;
/** Below a home directory nobody knows whose: the end of the path. */
const HOME = /^(?:~|\$HOME|\/home\/[^/]+)(?=\/)/;

/** One PATH rule over the files that the advisory says were written, created ones and changed ones apart. */
export function linuxFileRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const files = new Map<string, UntypedBehaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'file' || !behaviour.platforms.includes('endpoint-auditd')) continue;
    if (behaviour.details['path'] === undefined) continue;
    const path = behaviour.details['path'] ?? '';
    const written = behaviour.details['written'] !== undefined;
    if (ORDINARY_FILES.test(path) || (READ_FILES.test(path) && !written)) continue;
    if (!CHANGED_FILES.test(path) && path.split('/').length < 3) continue;
    if (!files.has(path)) files.set(path, behaviour);
  }
  const list = [...files.values()];
  const first = list[0];
  if (first === undefined) return undefined;
  const changed = list.filter(({ value }) => CHANGED_FILES.test(value));
  const created = list.filter(({ value }) => !CHANGED_FILES.test(value));
  const record: DraftItem = template('type', 'PATH', 'auditd-path-record');
  const alternatives = [
    ...named(created).map((name) => [record, name, template('nametype', 'CREATE', 'auditd-path-created')]),
    ...named(changed).map((name) => [record, name]),
  ];
  const techniques = distinct(list.flatMap((behaviour) => behaviour.techniques));
  return {
    platform: 'endpoint-auditd',
    behaviour: 'path:files',
    title: titleOf(`Files Written By The Reported Intrusion - ${first.value}`),
    description: `Detects files written at the places that the advisory reports.${changed.length > 0 ? ' auditd must watch the changed ones for writing (-p wa).' : ''}`,
    // Packages put files into such folders, too.
    level: list.every(({ value }) => STARTING_FOLDERS.test(value)) ? 'low' : 'medium',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [{ name: 'selection', alternatives }],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques : ['T1105'],
    falsepositives:
      changed.length > 0
        ? ['Administrators and packages that change the same files']
        : ['Software that happens to use the same path'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

/** The `name` items of files: whole paths as a list, folders that start what is in them and ends of paths as others. */
function named(list: readonly UntypedBehaviour[]): readonly DraftItem[] {
  const whole: DraftValue[] = [];
  const ends: DraftValue[] = [];
  const folders: DraftValue[] = [];
  for (const { value, start, end } of list) {
    const home = HOME.exec(value)?.[0].length ?? 0;
    const place = { literal: value.slice(home), origin: { start: start + home, end } };
    if (STARTING_FOLDERS.test(value)) folders.push({ ...place, literal: value.replace(/\/?$/, '/') });
    else if (home === 0 && value.startsWith('/')) whole.push(place);
    else ends.push(place);
  }
  return [
    ...(whole.length === 0 ? [] : [{ field: 'name', modifiers: [], values: whole }]),
    ...(folders.length === 0 ? [] : [{ field: 'name', modifiers: ['startswith'], values: folders }]),
    ...(ends.length === 0 ? [] : [{ field: 'name', modifiers: ['endswith'], values: ends }]),
  ];
}

function template(field: string, literal: string, name: string, modifiers: readonly string[] = []): DraftItem {
  return { field, modifiers, values: [{ literal, origin: { template: name } }] };
}

/** A crontab that is written rather than listed or removed. */
const CRON = /\|\s*(?:\/usr\/bin\/)?crontab\s+-(?:\s|$|["')])|(?:^|[;&]\s*)crontab\s+(?:-u\s+\S+\s+)?[\w./~][\w./~-]+/;

/** Whether a command line replaces a crontab: told by `cronRule`, not by a rule of its own. */
export function installsCrontab(command: string): boolean {
  return CRON.test(command);
}

/** One rule over crontabs that are replaced from a pipe or a file, and over the spool files that this writes. */
export function cronRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const told = behaviours
    .filter((each) => each.kind === 'command' && each.system === 'linux' && CRON.test(each.value))
    .sort((a, b) => b.confidence - a.confidence)[0];
  if (told === undefined) return undefined;
  const at = told.start + told.value.lastIndexOf('crontab');
  const origin = { start: at, end: at + 'crontab'.length };
  const name = 'linux-crontab-replaced';
  return {
    platform: 'endpoint-auditd',
    behaviour: 'execve:crontab-replaced',
    title: 'Cron Job Installed From Script',
    description: `Detects crontab reading a new table from a pipe, and the table's file being written, as the advisory reports of the installer.${whyItMatters(['T1053.003'])}`,
    level: 'medium',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            template('type', 'EXECVE', name),
            { field: 'a0', modifiers: ['endswith'], values: [{ literal: 'crontab', origin }] },
            template('a1', '-', name),
          ],
          [
            template('type', 'PATH', name),
            template('name', '/var/spool/cron/', name, ['startswith']),
            template('nametype', 'CREATE', name),
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: ['T1053.003'],
    falsepositives: ['Administrators and packages that install cron jobs'],
    confidence: told.confidence,
  };
}
