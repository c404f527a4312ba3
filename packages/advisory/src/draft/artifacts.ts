import type { UntypedBehaviour } from '../model.js';
import { isStockProgram } from '../segment/programs.js';
import type { DraftItem, DraftValue, RuleDraft } from './rule-draft.js';
import { hasStandIn } from './stand-in.js';
import { distinct, titleOf } from './text.js';

const VALUES_MAX = 60;

/** Rules on what is left on Windows: registry values, files, loaded libraries, pipes, services and scheduled tasks. */
export function draftArtifacts(behaviours: readonly UntypedBehaviour[]): readonly RuleDraft[] {
  return [
    registryRule(behaviours),
    autorunRule(behaviours),
    autorunValueRule(behaviours),
    fileRule(behaviours),
    imageLoadRule(behaviours),
    pipeRule(behaviours),
    serviceRule(behaviours),
    taskRule(behaviours),
  ].filter((draft) => draft !== undefined);
}

/** The findings of one kind, each value once, where it is told most surely. */
function told(
  behaviours: readonly UntypedBehaviour[],
  kind: UntypedBehaviour['kind'],
  platform: string,
): readonly UntypedBehaviour[] {
  const best = new Map<string, UntypedBehaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== kind || !behaviour.platforms.some((id) => id === platform)) continue;
    const key = behaviour.value.toLowerCase();
    const known = best.get(key);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(key, behaviour);
  }
  return [...best.values()];
}

function values(
  list: readonly UntypedBehaviour[],
  literal: (behaviour: UntypedBehaviour) => string,
): readonly DraftValue[] {
  return list.slice(0, VALUES_MAX).map((behaviour) => ({
    literal: literal(behaviour),
    origin: { start: behaviour.start, end: behaviour.end },
  }));
}

function rule(
  list: readonly UntypedBehaviour[],
  items: readonly DraftItem[],
  rest: Pick<
    RuleDraft,
    'platform' | 'behaviour' | 'title' | 'description' | 'level' | 'logsource' | 'falsepositives'
  > & {
    readonly fallback: string;
  },
): RuleDraft {
  const techniques = distinct(list.flatMap((behaviour) => behaviour.techniques.slice(0, 1)));
  const { fallback, ...header } = rest;
  return {
    ...header,
    title: titleOf(header.title),
    selections: [{ name: 'selection', alternatives: [items] }],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques.slice(0, 5) : [fallback],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

/** Keys that programs of all kinds write: only with a value's name of the actor's own. */
const SHARED_KEY =
  /(?:\\CurrentVersion(?:\\(?:Run|RunOnce|RunServices|Policies(?:\\System)?|Explorer(?:\\Advanced)?|Uninstall|Internet Settings|Winlogon|Image File Execution Options))?|\\Services|\\Control|\\CurrentControlSet|\\Software|\\Microsoft|\\Windows|\\Classes|\\CLSID|\\Lsa|\\Policies|\\Terminal Server|\\Parameters)\\?$/i;

/** Parts that stand for something else; a GUID in braces and a value whose name begins with `*` stand for themselves. */
const PLACEHOLDER = /[<>%[]|\{(?![0-9a-f]{8}-)|\*(?!\w)/i;

function registryRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'registry', 'endpoint-sysmon').filter(({ value }) => {
    const path = withoutHive(value);
    return (
      path.split('\\').length > 3 &&
      !SHARED_KEY.test(path) &&
      path.length > 16 &&
      !PLACEHOLDER.test(path) &&
      !hasStandIn(path)
    );
  });
  const first = list[0];
  if (first === undefined) return undefined;
  return rule(
    list,
    [{ field: 'TargetObject', modifiers: ['contains'], values: values(list, ({ value }) => withoutHive(value)) }],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'registry:set',
      title: `Registry Values Set By The Reported Intrusion - ${withoutHive(first.value).split('\\').slice(-2).join('\\')}`,
      description: 'Detects registry values set at the places that the advisory reports.',
      level: 'medium',
      logsource: { category: 'registry_set', product: 'windows' },
      falsepositives: ['Software that sets the same value for its own purpose'],
      fallback: 'T1112',
    },
  );
}

/** A bare autorun key is everyone's; with the program that the advisory says it starts, it is the actor's. */
function autorunRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = behaviours.filter(({ kind, details }) => kind === 'registry' && details['program'] !== undefined);
  const first = list[0];
  if (first === undefined) return undefined;
  const programs = new Map<string, DraftValue>();
  for (const { details } of list) {
    const program = details['program'] ?? '';
    const start = Number(details['programAt']);
    if (!programs.has(program.toLowerCase())) {
      programs.set(program.toLowerCase(), { literal: program, origin: { start, end: start + program.length } });
    }
  }
  const key = { literal: withoutHive(first.value), origin: { start: first.start, end: first.end } };
  const items: DraftItem[] = [
    { field: 'TargetObject', modifiers: ['contains'], values: [key] },
    { field: 'Details', modifiers: ['contains'], values: [...programs.values()] },
  ];
  return rule(list, items, {
    platform: 'endpoint-sysmon',
    behaviour: 'registry:autorun',
    title: `Autorun Of A Reported Program - ${[...programs.keys()].slice(0, 2).join(', ')}`,
    description: 'Detects autorun values that start the programs the advisory names.',
    level: 'high',
    logsource: { category: 'registry_set', product: 'windows' },
    falsepositives: ['Software that starts a program of the same name'],
    fallback: 'T1547.001',
  });
}

/** Autorun values by the name the advisory gives; each value's place covers key and name. */
function autorunValueRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = behaviours.filter(({ kind, details }) => kind === 'registry' && details['valueName'] !== undefined);
  const first = list[0];
  if (first === undefined) return undefined;
  const paths = new Map<string, DraftValue>();
  for (const { value, details, start, end } of list) {
    const name = details['valueName'] ?? '';
    const at = Number(details['valueAt']);
    const literal = `${withoutHive(value)}\\${name}`;
    const origin = { start: Math.min(start, at), end: Math.max(end, at + name.length) };
    if (!paths.has(literal.toLowerCase())) paths.set(literal.toLowerCase(), { literal, origin });
  }
  return rule(list, [{ field: 'TargetObject', modifiers: ['endswith'], values: [...paths.values()] }], {
    platform: 'endpoint-sysmon',
    behaviour: 'registry:autorun-value',
    title: `Autorun Value Of The Reported Intrusion - ${first.details['valueName']}`,
    description: 'Detects autorun values set under the names that the advisory reports.',
    level: 'high',
    logsource: { category: 'registry_set', product: 'windows' },
    falsepositives: ['Software that uses a value of the same name'],
    fallback: 'T1547.001',
  });
}

/** A key without its hive, which the log writes in its own way (`HKLM\`, `HKU\<SID>\`). */
function withoutHive(path: string): string {
  return path
    .replace(/^[^\\]+/, '')
    .replace(/^\\S-1-5-[\d-]+(?:_Classes)?(?=\\)/i, '')
    .replace(/\\+$/, '');
}

const STOCK_PROGRAM =
  /\\(?:windows\\(?:system32|syswow64|sysnative|microsoft\.net\\\S+)\\(?:[\w-]+\\)*(?:cmd|powershell|rundll32|regsvr32|mshta|wscript|cscript|svchost|explorer|lsass|services|schtasks|reg|net1?|wmic|taskhostw?|dllhost|msiexec|certutil|notepad|calc|ntdll|kernel32|advapi32|user32|ws2_32|amsi|msbuild|installutil|regasm|csc|vbc|tasklist|ntoskrnl|spoolsv|winlogon|conhost|werfault|control|cmstp|bitsadmin|find|findstr|ping|whoami|ipconfig|systeminfo|nltest|wevtutil|vssadmin|searchindexer|wuauclt|lsm|csrss|smss)\.(?:exe|dll)|explorer\.exe|notepad\.exe)$/i;

/** A program of Windows in its own place. */
function isWindowsOwn(path: string): boolean {
  const name = /^[a-z]:\\windows\\(?:system32|syswow64)\\([^\\]+\.exe)$/i.exec(path)?.[1];
  return STOCK_PROGRAM.test(path) || (name !== undefined && isStockProgram(name));
}

function fileRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'file', 'endpoint-sysmon').filter(
    ({ value, details }) =>
      details['system'] !== 'macos' &&
      !isWindowsOwn(value) &&
      !/[<>[*]|x{4}|\{(?![0-9a-f]{8}-)/i.test(value) &&
      !hasStandIn(withoutDrive(value)),
  );
  const first = list[0];
  if (first === undefined) return undefined;
  return rule(
    list,
    [{ field: 'TargetFilename', modifiers: ['endswith'], values: values(list, ({ value }) => withoutDrive(value)) }],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'file:event',
      title: `Files Written By The Reported Intrusion - ${first.value.slice(first.value.lastIndexOf('\\') + 1)}`,
      description: 'Detects the creation of files at the places that the advisory reports.',
      level: 'medium',
      logsource: { category: 'file_event', product: 'windows' },
      falsepositives: ['Software that happens to use the same path'],
      fallback: 'T1105',
    },
  );
}

/** A path without its drive or variable, whose value differs by host: `%APPDATA%\x\y.exe` → `\x\y.exe`. */
function withoutDrive(path: string): string {
  const stripped = path.replace(/^(?:[A-Za-z]:|%[^%]+%)/, '');
  const user = /^\\Users\\(?:[^\\]+)(\\.+)$/i.exec(stripped);
  return user !== null && !/^\\Users\\(?:Public|Default)\\/i.test(stripped) ? (user[1] as string) : stripped;
}

function imageLoadRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'image-load', 'endpoint-sysmon').filter(
    ({ value, details }) => details['path'] !== undefined && !isWindowsOwn(value) && !hasStandIn(withoutDrive(value)),
  );
  const first = list[0];
  if (first === undefined) return undefined;
  return rule(
    list,
    [{ field: 'ImageLoaded', modifiers: ['endswith'], values: values(list, ({ value }) => withoutDrive(value)) }],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'image-load',
      title: `Sideloaded Library Of The Reported Intrusion - ${first.value.slice(first.value.lastIndexOf('\\') + 1)}`,
      description: 'Detects the loading of libraries from the places that the advisory reports.',
      level: 'high',
      logsource: { category: 'image_load', product: 'windows' },
      falsepositives: ['Legitimate software that loads a library of this name from this folder'],
      fallback: 'T1574.001',
    },
  );
}

function pipeRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'pipe', 'endpoint-sysmon').filter(
    ({ value }) =>
      !/[<>{*]/.test(value) &&
      !/^(?:lsass|spoolss|srvsvc|svcctl|samr|netlogon|atsvc|epmapper|browser|wkssvc|lsarpc|ntsvcs|eventlog|protected_storage|ntsvcs|scerpc|trkwks|keysvc|winreg)$/i.test(
        value,
      ),
  );
  const first = list[0];
  if (first === undefined) return undefined;
  return rule(list, [{ field: 'PipeName', modifiers: [], values: values(list, ({ value }) => `\\${value}`) }], {
    platform: 'endpoint-sysmon',
    behaviour: 'pipe',
    title: `Named Pipe Of The Reported Intrusion - ${first.value}`,
    description: 'Detects the creation of the named pipes that the advisory reports.',
    level: 'high',
    logsource: { category: 'pipe_created', product: 'windows' },
    falsepositives: ['Software that uses a pipe of the same name'],
    fallback: 'T1570',
  });
}

function eventId(id: number, template: string): DraftItem {
  return { field: 'EventID', modifiers: [], values: [{ literal: id, origin: { template } }] };
}

function serviceRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'service', 'endpoint-security');
  const first = list[0];
  if (first === undefined) return undefined;
  const items = [
    eventId(4697, 'security-service-installed'),
    { field: 'ServiceName', modifiers: [], values: values(list, ({ value }) => value) },
  ];
  return rule(list, items, {
    platform: 'endpoint-security',
    behaviour: 'service:installed',
    title: `Service Of The Reported Intrusion Installed - ${first.value}`,
    description: 'Detects the installation of services with the names that the advisory reports.',
    level: 'high',
    logsource: { product: 'windows', service: 'security' },
    falsepositives: ['Software that installs a service of the same name'],
    fallback: 'T1543.003',
  });
}

function taskRule(behaviours: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const list = told(behaviours, 'scheduled-task', 'endpoint-security');
  const first = list[0];
  if (first === undefined) return undefined;
  const items = [
    eventId(4698, 'security-task-created'),
    {
      field: 'TaskName',
      modifiers: ['endswith'],
      values: values(list, ({ value }) => (value.startsWith('\\') ? value : `\\${value}`)),
    },
  ];
  return rule(list, items, {
    platform: 'endpoint-security',
    behaviour: 'task:created',
    title: `Scheduled Task Of The Reported Intrusion Created - ${first.value}`,
    description: 'Detects the creation of scheduled tasks with the names that the advisory reports.',
    level: 'high',
    logsource: { product: 'windows', service: 'security' },
    falsepositives: ['Software that creates a task of the same name'],
    fallback: 'T1053.005',
  });
}
