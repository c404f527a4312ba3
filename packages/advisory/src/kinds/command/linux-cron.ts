import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { whyItMatters } from '../../draft/why.js';
import type { Behaviour } from '../../model.js';

function template(field: string, literal: string, name: string, modifiers: readonly string[] = []): DraftItem {
  return { field, modifiers, values: [{ literal, origin: { template: name } }] };
}

/** A command that writes a crontab, rather than listing or removing it. */
const CRON = /\|\s*(?:\/usr\/bin\/)?crontab\s+-(?:\s|$|["')])|(?:^|[;&]\s*)crontab\s+(?:-u\s+\S+\s+)?[\w./~][\w./~-]+/;

/** Whether a command line replaces a crontab. `cronRule` covers it, so it gets no rule of its own. */
export function installsCrontab(command: string): boolean {
  return CRON.test(command);
}

/** One rule on crontabs replaced from a pipe or a file, and on the spool files that this writes. */
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
