import { createMatcher, type SigmaEvent, type SigmaRule } from '@tripline/sigma';
import { type Log, logOfSource } from '@tripline/telemetry';
import { lazyData } from '../data-file.js';
import { bareName } from '../segment/programs.js';
import { withRequestParts } from './request-parts.js';

/** A program of Windows as its producer ships it. */
interface ShippedProgram {
  /** Empty where everybody chooses it. */
  readonly folder: string;
  /** The original file name of its version resource. */
  readonly original: string;
}

const programs = lazyData(
  'programs.json',
  (raw: Readonly<Record<string, ShippedProgram>>) => new Map(Object.entries(raw)),
);

/** Fields that hold a whole typed line. */
const LINE_FIELDS = ['CommandLine', 'ScriptBlockText'];
/** Fields with the path of a program, and beside each the field that its original name stands in. */
const PROGRAM_FIELDS: readonly (readonly [path: string, original?: string])[] = [
  ['Image', 'OriginalFileName'],
  ['ParentImage'],
  ['SourceImage'],
  ['TargetImage'],
];
const HASHES = ['md5', 'sha1', 'sha256', 'imphash'];

type Change = (event: SigmaEvent) => SigmaEvent;

/**
 * An event of a rule as its log would write it: with whole paths and lines, the names that producers give their programs, and channel and
 * id of the event log. Each addition is taken only as far as the rule still matches.
 * @param lines the commands and script lines that the advisory quotes where the rule's values stand
 * @returns the event, and others that the same deed leaves in logs that write it in other fields
 */
export function wholeEvents(rule: SigmaRule, event: SigmaEvent, lines: readonly string[]): readonly SigmaEvent[] {
  const matcher = createMatcher(rule);
  const log = logOfSource(rule.logsource);
  const changes: readonly Change[] = [
    withoutFamiliarFolders,
    ...lines.map(
      (line): Change =>
        (each) =>
          withLine(each, line),
    ),
    withProgramOfLine,
    ...PROGRAM_FIELDS.map(
      ([path, original]): Change =>
        (each) =>
          withProgram(each, path, original),
    ),
    withLineOfProgram,
    withHashes,
    withRequestParts,
    (each) => withChannel(each, log),
  ];
  const whole = changes.reduce((made, change) => {
    const changed = change(made);
    return changed !== made && matcher.matches(changed) ? changed : made;
  }, event);
  return isProcessStart(rule) ? [whole, asSecurityEvent(whole)] : [whole];
}

const isProcessStart = ({ logsource }: SigmaRule): boolean =>
  logsource.product === 'windows' && logsource.category === 'process_creation';

/** Folders that samples are given where a rule says nothing of one, and that rules of suspicious places look for. */
const FAMILIAR: readonly (readonly [folder: string, nobodys: string])[] = [
  ['C:\\Temp\\', 'C:\\zq7f\\'],
  ['/opt/', '/zq7f/'],
];

/** With folders that no rule looks for in the place of those that nobody asked for. */
function withoutFamiliarFolders(event: SigmaEvent): SigmaEvent {
  const changed = Object.entries(event).map(([field, value]) => {
    const familiar = typeof value === 'string' ? FAMILIAR.find(([folder]) => value.startsWith(folder)) : undefined;
    return [field, familiar === undefined ? value : `${familiar[1]}${String(value).slice(familiar[0].length)}`];
  });
  return Object.fromEntries(changed);
}

/** With the quoted line in the place of what the rule asks of it. */
function withLine(event: SigmaEvent, line: string): SigmaEvent {
  const field = LINE_FIELDS.find((name) => typeof event[name] === 'string');
  return field === undefined || event[field] === line ? event : { ...event, [field]: line };
}

/** With the path of the program that the line starts, where only the line is known. */
function withProgramOfLine(event: SigmaEvent): SigmaEvent {
  const line = event['CommandLine'];
  if (typeof line !== 'string' || 'Image' in event) return event;
  const name = `${bareName(firstWord(line))}.exe`.toLowerCase();
  const known = programs().get(name);
  return known === undefined || known.folder === '' ? event : { ...event, Image: `${known.folder}\\${name}` };
}

function firstWord(line: string): string {
  const start = line.trimStart();
  if (start.startsWith('"')) return start.slice(1, Math.max(1, start.indexOf('"', 1)));
  return start.split(' ', 1)[0] ?? '';
}

/** With the folder that a program of Windows lies in, and the original name that it keeps wherever it lies. */
function withProgram(event: SigmaEvent, path: string, original: string | undefined): SigmaEvent {
  const value = event[path];
  if (typeof value !== 'string') return event;
  const name = value.slice(value.lastIndexOf('\\') + 1);
  const known = programs().get(name.toLowerCase());
  if (known === undefined) return event;
  const changed = known.folder === '' || !isMadeUp(value) ? event : { ...event, [path]: `${known.folder}\\${name}` };
  return original === undefined || original in changed ? changed : { ...changed, [original]: known.original };
}

/** Whether a path's folder is one that samples are given where a rule says nothing of it. */
const isMadeUp = (path: string): boolean =>
  ['', 'c:\\', 'c:\\zq7f\\'].includes(path.slice(0, path.lastIndexOf('\\') + 1).toLowerCase());

/** With a line that starts the program, where only its path is known. */
function withLineOfProgram(event: SigmaEvent): SigmaEvent {
  const image = event['Image'];
  if (typeof image !== 'string' || 'CommandLine' in event) return event;
  return { ...event, CommandLine: image.includes(' ') ? `"${image}"` : image };
}

/** With each hash in the two forms that logs and products have it in. */
function withHashes(event: SigmaEvent): SigmaEvent {
  const listed = event['Hashes'];
  const added: Record<string, unknown> = {};
  if (typeof listed === 'string') {
    for (const each of listed.split(',')) {
      const [kind = '', value] = each.split('=');
      const field = HASHES.find((name) => name === kind.trim().toLowerCase());
      if (value !== undefined && field !== undefined && !(field in event)) added[field] = value;
    }
  } else {
    const parts = HASHES.flatMap((name) =>
      typeof event[name] === 'string' ? `${name.toUpperCase()}=${event[name]}` : [],
    );
    if (parts.length > 0) added['Hashes'] = parts.join(',');
  }
  return Object.keys(added).length === 0 ? event : { ...event, ...added };
}

/** With the channel that has the log's events, and the id of the event where the log has but one. */
function withChannel(event: SigmaEvent, log: Log | undefined): SigmaEvent {
  const channel = log?.channels[0];
  if (channel === undefined || 'Channel' in event) return event;
  const [id] = log?.eventIds ?? [];
  return { ...event, Channel: channel, ...(id === undefined || 'EventID' in event ? {} : { EventID: id }) };
}

/** The start of a process as Windows Security writes it. */
function asSecurityEvent({
  Image,
  ParentImage,
  OriginalFileName: _none,
  Hashes: _no,
  ...rest
}: SigmaEvent): SigmaEvent {
  return {
    ...rest,
    ...(Image === undefined ? {} : { NewProcessName: Image }),
    ...(ParentImage === undefined ? {} : { ParentProcessName: ParentImage }),
    Channel: 'Security',
    EventID: 4688,
  };
}
