import { wordsOf } from '../behaviours/words.js';
import type { AdvisoryDocument, Behaviour } from '../model.js';
import { ALTERNATIVES_MAX, commandTitle, type ReadCommand, readCommands, tellingLength } from './commands.js';
import type { DraftItem, DraftSelection, RuleDraft } from './rule-draft.js';
import { groupBy, titleOf } from './text.js';
import { whyItMatters } from './why.js';

/** auditd writes eight argument fields at most that the taxonomy knows. */
const ARGUMENT_FIELDS = 8;

/** Looking at files is everyone's work, an investigator's too: only what holds secrets is worth a rule. */
const LOOKING =
  /^(?:cat|grep|egrep|find|head|tail|less|more|awk|sed|ls|sort|xxd|ps|netstat|ss|lsof|echo|printf|openssl|gpg|codesign|dmesg|journalctl|tar|dd)$/;
const SENSITIVE =
  /passwd|shadow|id_rsa|id_ed25519|credential|secret|token|\.ssh|wallet|password|_history|-perm|4000|suid|\.aws|\.kube|\|\s*(?:ba)?sh\b/i;

/** macOS has no auditd; its own tools, and reports on it, say nothing about Linux. */
const MAC_TOOL =
  /^(?:launchctl|scutil|osascript|defaults|xattr|codesign|dscl|sw_vers|system_profiler|security|plutil|mdfind|hdiutil|spctl|ioreg)$/;

function isAboutMac(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const mac = count(/\bmacOS\b|\bMac ?OS ?X\b|\bOS ?X\b|\bLaunchAgents?\b|\.plist\b|\.dmg\b/g);
  return mac > 2 && mac > 3 * count(/\bLinux\b|\bESXi\b|\bUbuntu\b|\bELF\b|\bauditd\b|\bKubernetes\b/g);
}

/** What the authors, or an attacker at home, ran to try a flaw. */
const PROOF_OF_CONCEPT = /\bpython[\d.]*\s+(?:\S*\/)?(?:exploit|poc|cve)[\w.-]*\.py\b/i;

/** Rules on auditd's records: program executions with their arguments, and paths written. */
export function draftLinuxCommands(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  if (isAboutMac(doc.text)) return [];
  const requests = behaviours.filter(({ kind }) => kind === 'kubernetes-operation');
  const toldByCluster = ({ start, end }: Behaviour): boolean => requests.some((r) => r.start < end && start < r.end);
  const commands = readCommands(doc, behaviours, 'linux').filter(
    ({ kept, meaning, parts, behaviour }) =>
      tellingLength(kept) >= (meaning.level === 'low' ? 8 : 4) &&
      (!LOOKING.test(parts.tool) || SENSITIVE.test(behaviour.value)) &&
      !MAC_TOOL.test(parts.tool) &&
      !PROOF_OF_CONCEPT.test(behaviour.value) &&
      !CRON.test(behaviour.value) &&
      !toldByCluster(behaviour),
  );
  const drafts: RuleDraft[] = [];
  const cron = cronRule(behaviours);
  if (cron !== undefined) drafts.push(cron);
  for (const [key, group] of groupBy(commands, ({ parts, meaning }) => `${parts.tool}|${meaning.title}`)) {
    const draft = execRule(doc, key, group);
    if (draft !== undefined) drafts.push(draft);
  }
  const files = fileRule(behaviours);
  return files === undefined ? drafts : [...drafts, files];
}

/** A crontab that is written rather than listed or removed. */
const CRON = /\|\s*(?:\/usr\/bin\/)?crontab\s+-(?:\s|$|["')])|(?:^|[;&]\s*)crontab\s+(?!-[lre]\b)[\w./~-]{2,}/;

/** One rule over crontabs that are replaced from a pipe or a file, and over the spool files that this writes. */
function cronRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const told = behaviours
    .filter(({ kind, details, value }) => kind === 'command' && details['system'] === 'linux' && CRON.test(value))
    .sort((a, b) => b.confidence - a.confidence)[0];
  if (told === undefined) return undefined;
  const at = told.start + told.value.search(/crontab/);
  const place = { start: at, end: at + 'crontab'.length };
  const template = { template: 'linux-crontab-replaced' };
  const item = (
    field: string,
    modifiers: readonly string[],
    literal: string,
    origin: DraftItem['values'][number]['origin'],
  ): DraftItem => ({
    field,
    modifiers,
    values: [{ literal, origin }],
  });
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
            item('type', [], 'EXECVE', template),
            item('a0', ['endswith'], 'crontab', place),
            item('a1', [], '-', template),
          ],
          [
            item('type', [], 'PATH', template),
            item('name', ['startswith'], '/var/spool/cron/', template),
            item('nametype', [], 'CREATE', template),
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

/** One EXECVE rule: the program as `a0`, the telling arguments where the command has them. */
function execRule(doc: AdvisoryDocument, key: string, group: readonly ReadCommand[]): RuleDraft | undefined {
  const alternatives = group.slice(0, ALTERNATIVES_MAX).flatMap((command) => {
    const items = execItems(doc, command);
    return items === undefined ? [] : [items];
  });
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
    title: titleOf(`Linux ${commandTitle(first)}${nameOf(group)}`),
    description: `Detects ${first.parts.tool} run with the arguments that the advisory reports.${whyItMatters(first.meaning.techniques)}`,
    level: first.meaning.level,
    logsource: { product: 'linux', service: 'auditd' },
    selections,
    condition: selections.map(({ name }) => name).join(' and '),
    techniques: first.meaning.techniques,
    falsepositives: ['Administrators or software that use the same options'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

/** The first file or name of the actor's own, for the title. */
function nameOf(group: readonly ReadCommand[]): string {
  const name = group.flatMap(({ kept }) => kept.filter(({ weight, text }) => weight === 3 && !text.startsWith('-')))[0];
  return name === undefined ? '' : ` - ${name.text.replace(/^\/(?=[^/]*$)/, '')}`;
}

/** `a0` ends in the tool, each kept argument is part of the argument at its position; chained shell commands are one argument of `-c`. */
function execItems(doc: AdvisoryDocument, command: ReadCommand): readonly DraftItem[] | undefined {
  const { parts, kept, behaviour } = command;
  const at = behaviour.value.toLowerCase().indexOf(parts.tool, Math.max(0, parts.span.start - behaviour.start));
  if (at < 0 || !/^[\w.+-]{2,40}$/.test(parts.tool)) return undefined;
  const tool = doc.text.slice(behaviour.start + at, behaviour.start + at + parts.tool.length);
  const toolItem: DraftItem = {
    field: 'a0',
    modifiers: ['endswith'],
    values: [{ literal: tool, origin: { start: behaviour.start + at, end: behaviour.start + at + tool.length } }],
  };
  const words = wordsOf(doc.text, parts.span.start, parts.span.end);
  const byField = new Map<string, DraftItem>();
  for (const argument of kept) {
    const index = words.findIndex((word) => word.start <= argument.start && argument.end <= word.end);
    if (index < 1 || index >= ARGUMENT_FIELDS) continue;
    // What stands after a pipe or a separator is another process.
    if (words.slice(1, index + 1).some((word) => !word.quoted && /[|;]|&&/.test(word.text))) continue;
    const field = `a${index}`;
    const known = byField.get(field);
    const values = [
      ...(known?.values ?? []),
      { literal: argument.text, origin: { start: argument.start, end: argument.end } },
    ];
    byField.set(field, { field, modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values });
  }
  return byField.size === 0 ? undefined : [toolItem, ...byField.values()];
}

/** One PATH rule over the files the advisory says were written. */
function fileRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const files = new Map<string, Behaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'file' || !behaviour.platforms.includes('endpoint-auditd')) continue;
    const path = behaviour.details['path'] ?? '';
    if (ORDINARY_FILES.test(path) || path.split('/').length < 3 || files.has(path)) continue;
    files.set(path, behaviour);
  }
  if (files.size === 0) return undefined;
  const list = [...files.values()];
  const techniques = [...new Set(list.flatMap((behaviour) => behaviour.techniques))];
  return {
    platform: 'endpoint-auditd',
    behaviour: 'path:files',
    title: titleOf(`Files Written By The Reported Intrusion - ${list[0]?.value ?? ''}`),
    description: 'Detects the creation of files at the places that the advisory reports.',
    level: 'medium',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            { field: 'type', modifiers: [], values: [{ literal: 'PATH', origin: { template: 'auditd-path-record' } }] },
            {
              field: 'name',
              modifiers: [],
              values: list.map(({ value, start, end }) => ({ literal: value, origin: { start, end } })),
            },
            {
              field: 'nametype',
              modifiers: [],
              values: [{ literal: 'CREATE', origin: { template: 'auditd-path-created' } }],
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques : ['T1105'],
    falsepositives: ['Software that happens to use the same path'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

const ORDINARY_FILES =
  /^\/(?:etc\/kubernetes\/[\w./-]+|etc\/(?:passwd|shadow|hosts|group|resolv\.conf|issue|os-release|ssh\/sshd_config)|bin\/(?:ba|da|z)?sh|usr\/bin\/\w+|usr\/sbin\/\w+|bin\/\w+|sbin\/\w+|dev\/shm|var\/log\/\w+|var\/www\/html|var\/run\/\w+|var\/lib\/\w+)$/;
