import {
  createEventReader,
  type EventShape,
  type QueryLanguage,
  type ShapedEvent,
  type SigmaEvent,
} from '@tripline/sigma';
import { nested } from './kql-places.js';
import type { NativeEvent } from './predicate.js';

const SHAPES: Readonly<Partial<Record<QueryLanguage, EventShape>>> = {
  eql: 'ecs',
  lucene: 'ecs',
  esql: 'ecs',
  spl: 'splunk',
  kql: 'sentinel',
};
const readers = new Map<EventShape, (value: unknown) => readonly ShapedEvent[]>();

/** The event as the engine reads it from the product that a language is of, with what that product has on every event. */
export function shapedAs(event: NativeEvent, beside: NativeEvent, language: QueryLanguage): SigmaEvent {
  const as = SHAPES[language] as EventShape;
  const whole = { ...beside, ...event };
  const value =
    as === 'splunk'
      ? { result: { ...requested(whole), ...whole } }
      : as === 'ecs'
        ? collected(whole)
        : nested(tabled(whole));
  const read = readers.get(as) ?? createEventReader({ as });
  readers.set(as, read);
  const [shaped] = read(value);
  if (shaped === undefined) throw new Error('the event is not read');
  return shaped.event;
}

/** Of an address that is asked for, the data model of the web has path and query besides. */
function requested({ url }: NativeEvent): NativeEvent {
  if (typeof url !== 'string') return {};
  const mark = url.indexOf('?');
  return mark < 0 ? { uri_path: url } : { uri_path: url.slice(0, mark), uri_query: url.slice(mark + 1) };
}

/** What a row of a table is about where nothing else is said. */
const ACTIONS: Readonly<Record<string, string>> = {
  DeviceProcessEvents: 'ProcessCreated',
  DeviceFileEvents: 'FileCreated',
  DeviceNetworkEvents: 'ConnectionSuccess',
  DeviceRegistryEvents: 'RegistryValueSet',
  DeviceImageLoadEvents: 'ImageLoaded',
};

/** A row with what its table has on every row. Kusto does not tell an empty text from a missing one. */
function tabled(event: NativeEvent): NativeEvent {
  const action = ACTIONS[String(event['Type'])];
  const { RegistryKey: key } = event;
  // A key of the registry is below a hive, also one of which a query says only the end.
  const whole = typeof key === 'string' && key !== '' && !/^HKEY_/i.test(key) ? `HKEY_LOCAL_MACHINE\\${key}` : key;
  return {
    ...(action === undefined ? {} : { ActionType: action }),
    ...('RegistryKey' in event ? { RegistryValueName: 'zq' } : {}),
    ...Object.fromEntries(Object.entries(event).filter(([, value]) => value !== '')),
    ...(whole === undefined || whole === '' ? {} : { RegistryKey: whole }),
  };
}

/**
 * Whether such an event can be. What was changed in one that a query finds may be what follows from the rest of it: the category from a Windows
 * event's number, a program's name from its path.
 */
export function occurs(event: NativeEvent, off: readonly string[]): boolean {
  if (off.includes('event.category') && 'event.code' in event) return false;
  return !(off.includes('process.name') && 'process.executable' in event && !('process.name' in event));
}

/** Whether an event's path, name and extension of its file can be of one. */
function isOneFile({ 'file.path': path, 'file.name': name, 'file.extension': extension }: NativeEvent): boolean {
  if (typeof extension !== 'string') return true;
  const whole = [path, name].filter((each) => typeof each === 'string');
  return whole.every((each) => each.toLowerCase().endsWith(`.${extension.toLowerCase()}`));
}

/** An event whose file is one: as it is, with the extension of its path, or with its extension at the path's end, whichever the query takes for what it is. */
export function ofOneFile(event: NativeEvent, isSame: (event: NativeEvent) => boolean): readonly NativeEvent[] {
  if (isOneFile(event)) return [event];
  const { 'file.extension': extension } = event;
  const longest = String(event['file.path'] ?? event['file.name']);
  const own = /\.([^.\\/]+)$/.exec(longest)?.[1];
  const longer = Object.fromEntries(
    ['file.path', 'file.name']
      .filter((field) => field in event)
      .map((field) => [field, `${event[field]}.${extension}`]),
  );
  // What the query excludes by is not left out: what the product does with an event without it depends on the test.
  const ways = [...(own === undefined ? [] : [{ ...event, 'file.extension': own }]), { ...event, ...longer }];
  return ways.filter((way) => isOneFile(way) && isSame(way)).slice(0, 1);
}

/** What Elastic Defend writes of each kind of event: its type, and the action of that type. The first is what a query means that names neither. */
const DEFEND: Readonly<Record<string, readonly (readonly [type: string, action: string])[]>> = {
  process: [
    ['start', 'start'],
    ['start', 'exec'],
    ['start', 'fork'],
    ['end', 'end'],
  ],
  file: [
    ['creation', 'creation'],
    ['change', 'modification'],
    ['change', 'overwrite'],
    ['change', 'rename'],
    ['change', 'open'],
    ['deletion', 'deletion'],
  ],
  network: [
    ['start', 'connection_attempted'],
    ['start', 'connection_accepted'],
    ['end', 'disconnect_received'],
    ['start', 'lookup_requested'],
  ],
  registry: [
    ['change', 'modification'],
    ['creation', 'creation'],
    ['deletion', 'deletion'],
  ],
  library: [['start', 'load']],
  driver: [['start', 'load']],
};
/**
 * The type of what agents other than Elastic Defend call an action: of Auditd, CrowdStrike, and Endgame, whose events Elastic's own rules ask for
 * both by the action and by the type.
 * @see https://github.com/elastic/go-libaudit/blob/main/aucoalesce/normalizations.yaml
 * @see https://github.com/elastic/integrations/blob/main/packages/crowdstrike/data_stream/fdr/elasticsearch/ingest_pipeline/categorize.yml
 * @see https://github.com/elastic/detection-rules (rules over `endgame-*`)
 */
const OTHER_AGENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  process: { executed: 'start', exec_event: 'start', fork_event: 'start', ProcessRollup2: 'start' },
  file: { file_create_event: 'creation', file_rename_event: 'change', file_delete_event: 'deletion' },
  network: { 'connected-to': 'start' },
};
/** Sysmon's number of the events of a kind and type. */
const SYSMON: Readonly<Record<string, string>> = { 'process start': '1', 'network start': '3', 'file creation': '11' };
/** Channels of Windows by the numbers of their events, as Microsoft's and Sysmon's pages list them. */
const CHANNELS: readonly (readonly [from: number, to: number, channel: string])[] = [
  [1, 29, 'Microsoft-Windows-Sysmon/Operational'],
  [4103, 4104, 'Microsoft-Windows-PowerShell/Operational'],
  [7030, 7045, 'System'],
  [1100, 6424, 'Security'],
];

/** An event with what Elastic's own collectors write on every event: the system, the data set, the channel, and type and action of its kind. */
function collected(event: NativeEvent): NativeEvent {
  const loads = String(event['event.action'] ?? '').startsWith('Image loaded');
  const paths = ['process.executable', 'file.path', 'process.parent.executable'].map((field) => event[field]);
  const path = String(paths.find((each) => each !== undefined) ?? '');
  // The text of a script is in one event of Windows alone.
  const scripted: NativeEvent = loads
    ? { 'event.code': '7' }
    : 'powershell.file.script_block_text' in event
      ? { 'event.code': '4104' }
      : {};
  const code = Number({ ...scripted, ...event }['event.code'] ?? Number.NaN);
  const channel = CHANNELS.find(([from, to]) => code >= from && code <= to)?.[2];
  return {
    ...('user.domain' in event ? { 'user.name': 'zq' } : {}),
    ...('host.os.type' in event ? {} : { 'host.os.type': path.startsWith('/') ? 'linux' : 'windows' }),
    ...(FLOWS.has(String(event['data_stream.dataset'])) ? { 'event.category': 'network' } : {}),
    ...(event['event.outcome'] === 'failure' ? FAILED : {}),
    ...(/^success$/i.test(String(event['event.outcome'])) ? SUCCEEDED : {}),
    ...(channel === undefined ? defended(asLookup(event)) : { ...scripted, 'winlog.channel': channel }),
    ...(typeof event['file.extension'] === 'string' && !('file.path' in event)
      ? { 'file.path': `${event['file.name'] ?? `zq.${event['file.extension']}`}` }
      : {}),
    ...membersOf(event['aws.cloudtrail.request_parameters']),
    ...event,
    // Of a module that it loads, Elastic Defend has the path by this name alone.
    ...(['library', 'driver'].includes(String(event['event.category'])) &&
    'file.path' in event &&
    !('dll.path' in event)
      ? { 'dll.path': event['file.path'] as string }
      : {}),
  };
}

/** The members of an object that Elastic writes as a text, too: `{name=value, other=value}`. What the makers of events put before a text is no part of a name. */
function membersOf(text: unknown): NativeEvent {
  const members = String(text ?? '').matchAll(/(?:zq|qz)?(\w+)=([^,}]+)/g);
  return Object.fromEntries(
    [...members].map(([, name, value = '']) => [`aws.cloudtrail.flattened.request_parameters.${name}`, value]),
  );
}

/** Data sets of connections, all of whose events are of one category. */
const FLOWS = new Set(['zeek.connection', 'network_traffic.flow']);

/** What the logs of clouds have of an action that failed or succeeded, of which Elastic writes the outcome. */
const FAILED: NativeEvent = {
  'aws.cloudtrail.error_code': 'zq',
  'gcp.audit.status.code': 7,
  'azure.activitylogs.result_type': 'Failure',
};
const SUCCEEDED: NativeEvent = { 'azure.activitylogs.result_type': 'Success' };

/** Of a connection's events, those that look up a name are called so. */
function asLookup(event: NativeEvent): NativeEvent {
  return 'dns.question.name' in event ? { 'event.action': 'lookup_requested', ...event } : event;
}

function defended(event: NativeEvent): NativeEvent {
  const { 'event.category': category, 'event.type': type, 'event.action': action } = event;
  const sysmon = SYSMON[`${category} ${type ?? 'start'}`];
  if (event['data_stream.dataset'] === 'windows.sysmon_operational' && sysmon !== undefined)
    return { 'event.code': sysmon };
  const kinds = DEFEND[String(category)];
  const isNamed = ['data_stream.dataset', 'event.dataset', 'event.module'].some((field) => field in event);
  const kind = kinds?.find(([own, deed]) => (type ?? own) === own && (action ?? deed) === deed);
  const other = OTHER_AGENTS[String(category)]?.[String(action)];
  if (kind === undefined) return other === undefined ? {} : { 'event.type': other };
  const set = category === 'driver' ? 'library' : category;
  return {
    'event.type': kind[0],
    'event.action': kind[1],
    ...(isNamed ? {} : { 'data_stream.dataset': `endpoint.events.${set}` }),
  };
}
