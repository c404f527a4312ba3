import type { Pattern } from '../model/pattern.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, type QueryLeaf, type QueryNode } from '../query/query-tree.js';
import { allowedValues } from './logsource-scope.js';
import { MACOS_NAMES, SYSTEM_FIELDS } from './logsource-system.js';

/** An operating system, which is a log source's product. */
export type System = 'windows' | 'linux' | 'macos';

/** What a query's values, fields and index names tell of the log that it reads, where it names none. */
export interface Evidence {
  /** The operating system that all evidence agrees on. */
  readonly system?: System;
  /** The system that logs of this kind are usually from, where nothing tells. */
  readonly usual?: System;
  /** The systems that evidence names, where it disagrees: the product then stays open. */
  readonly disagreeing: readonly System[];
  /** Whether the query tests the process that acted, which logs of the network do not have. */
  readonly hasProcess: boolean;
}

const SYSTEMS = ['windows', 'linux', 'macos'] as const satisfies readonly System[];

/** Beginnings of index names whose events have the process that acted. */
const PROCESS_INDEXES = ['logs-endpoint.', 'winlogbeat'];
/** Fields and beginnings of field names that the logs of one system alone have. */
const FIELD_SYSTEMS: Readonly<Partial<Record<System, readonly string[]>>> = {
  windows: [
    ...['winlog.', 'powershell.', 'registry.', 'target.registry.', 'principal.registry.', 'src.registry.'],
    ...['process.pe.', 'process.parent.pe.', 'process.ext.token.', 'process.parent.ext.token.'],
  ],
  linux: ['auditd.'],
};
/** Channels by the numbers of their events, where no other channel of Windows that is commonly collected has the number. */
const CHANNEL_EVENTS: readonly (readonly [number, number, Logsource])[] = [
  [1100, 1108, { product: 'windows', service: 'security' }],
  [4103, 4104, { product: 'windows', service: 'powershell' }],
  [4608, 4999, { product: 'windows', service: 'security' }],
  [5024, 5159, { product: 'windows', service: 'security' }],
  [5376, 5382, { product: 'windows', service: 'security' }],
  [6144, 6145, { product: 'windows', service: 'security' }],
  [6272, 6424, { product: 'windows', service: 'security' }],
  [7030, 7045, { product: 'windows', service: 'system' }],
];
const CODE_FIELDS = new Set(['event.code', 'winlog.event_id', 'eventcode', 'eventid', 'metadata.product_event_type']);

/** Gathers what a condition tells of its system, and index names, where the source gives any. */
export function evidenceOf(tree: QueryNode, index: readonly string[] = [], keys: readonly string[] = []): Evidence {
  const systems = new Set<System>(systemsNamed(tree));
  const fields = [...keys, ...leavesOf(tree).map(({ field = '' }) => field)];
  const hasProcess = fields.some(isOfProcess) || index.some((pattern) => beginsWithAny(pattern, PROCESS_INDEXES));
  // What a query excludes says less of its events than what it asks for.
  const asked = systemsOf(askedLeaves(tree));
  const told = asked.size > 0 ? asked : systemsOf(leavesOf(tree));
  for (const system of told) if (system !== UNIX) systems.add(system);
  if (told.has(UNIX) && !UNIXES.some((system) => systems.has(system)))
    for (const system of unixesOf(index)) systems.add(system);
  if (namesBothSystems(tree)) for (const system of ['windows', 'linux'] as const) systems.add(system);
  // A path of macOS begins like one of Linux; where both are named, the query may mean both.
  if (systems.size === 0) for (const system of systemsOfIndex(index)) systems.add(system);
  const [system] = systems;
  return systems.size === 1 && system !== undefined
    ? { system, disagreeing: [], hasProcess }
    : { disagreeing: [...systems], hasProcess, ...(isEitherUnix(systems) ? { usual: UNIXES[0] } : {}) };
}

/** The systems that tests speak of. */
function systemsOf(leaves: readonly QueryLeaf[]): ReadonlySet<System | typeof UNIX> {
  const named = leaves.map((leaf) => systemOfField((leaf.field ?? '').toLowerCase()) ?? systemOfLeaf(leaf));
  return new Set(named.filter((system) => system !== undefined));
}

/** The system that a condition's evidence tells, or that such events are usually of. */
export function likelySystem(tree: QueryNode, index: readonly string[]): System | undefined {
  const { system, usual } = evidenceOf(tree, index);
  return system ?? usual;
}

/** The systems of which a query names several by a field for the system. */
function systemsNamed(tree: QueryNode): readonly System[] {
  const allowed = conjunctsOf(tree).map(allowedValues);
  const values = allowed.find((range) => SYSTEM_FIELDS.has(range?.field ?? ''))?.values ?? new Set();
  return SYSTEMS.filter(
    (system) => values.has(system) || (system === 'macos' && MACOS_NAMES.some((name) => values.has(name))),
  );
}

/** Linux or macOS, which share most of their folders. */
export const UNIX = 'unix';
const UNIXES = ['linux', 'macos'] as const satisfies readonly System[];

/** The systems whose folders both have, of those that the index names. */
function unixesOf(index: readonly string[]): readonly System[] {
  const told = systemsOfIndex(index).filter((system) => system !== 'windows');
  return told.length > 0 ? told : UNIXES;
}

const isEitherUnix = (systems: ReadonlySet<System>): boolean =>
  systems.size === UNIXES.length && !systems.has('windows');

/** Whether a text begins with one of some words. */
export const beginsWithAny = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.startsWith(word));

/** The system that alone has a field, by its name in lower case. */
const systemOfField = (field: string): System | undefined =>
  SYSTEMS.find((system) => beginsWithAny(field, FIELD_SYSTEMS[system] ?? []));

/** Whether a field is of the process that acted, or of one that it started. */
export function isOfProcess(field: string): boolean {
  const name = field.toLowerCase();
  return beginsWithAny(name, ['process.', 'initiatingprocess']) || name.includes('.process.');
}

/** Whether one list of a process's names has names of programs with `.exe` and the same without: for several systems, on purpose. */
function namesBothSystems(tree: QueryNode): boolean {
  const names = new Set<string>();
  for (const { field = '', test: of } of leavesOf(tree)) {
    if (/(?:process|file)_?name$|process\.name$/i.test(field) && of.op === 'string' && of.pattern.shape === 'exact')
      names.add(of.pattern.literal.toLowerCase());
  }
  return [...names].some((name) => name.endsWith('.exe') && names.has(name.slice(0, -4)));
}

/** The channel whose events alone have the numbers that a query asks for; of numbers of several channels, the system. */
export function channelOfCodes(tree: QueryNode): Logsource | undefined {
  let found: Logsource | undefined;
  for (const part of conjunctsOf(tree)) {
    for (const code of codesOf(part)) {
      const channel = CHANNEL_EVENTS.find(([from, to]) => code >= from && code <= to)?.[2];
      if (channel === undefined) return undefined;
      found = found === undefined || found.service === channel.service ? channel : { product: 'windows' };
    }
  }
  return found;
}

/** The numbers of events that a part allows: each of its alternatives gives one, alone or beside other conditions. */
export function codesOf(part: QueryNode): readonly number[] {
  const codes: number[] = [];
  for (const alternative of part.kind === 'or' ? part.children : [part]) {
    const leaves = [alternative, ...(alternative.kind === 'and' ? alternative.children : [])];
    const named = leaves.flatMap((leaf) => (leaf.kind === 'or' ? leaf.children : [leaf])).filter(isCode);
    if (named.length === 0) return [];
    codes.push(...named.map(numberOf));
  }
  return codes;
}

function isCode(node: QueryNode): node is QueryLeaf {
  return node.kind === 'test' && CODE_FIELDS.has((node.field ?? '').toLowerCase());
}

function numberOf({ test: of }: QueryLeaf): number {
  if (of.op === 'number') return of.value;
  return of.op === 'string' && of.pattern.shape === 'exact' ? Number(of.pattern.literal) : Number.NaN;
}

/** Fields whose value is the whole name of a data set of Elastic. */
export const WHOLE_SETS: ReadonlySet<string> = new Set(['data_stream.dataset', 'event.dataset']);
/** Fields by which Elastic's events name their data set, or its product. */
export const SET_FIELDS: ReadonlySet<string> = new Set([...WHOLE_SETS, 'event.module']);
/** Beginnings of data sets that name no log: what a forwarder collects, and what is one collector's copy of the same events. */
const SETS_OF_NO_LOG = [
  'windows.forwarded',
  'windows.sysmon_operational',
  'm365_defender',
  'sentinel_one',
  'crowdstrike.fdr',
];

/** Whether a data set only has what others collected. */
export const isOfNoLog = (set: string): boolean => beginsWithAny(set, SETS_OF_NO_LOG);

/** The data set that an index pattern names; undefined for patterns of several data sets, and of Beats. */
export function dataSetOf(pattern: string): string | undefined {
  const name = /^(?:logs|metrics)-([a-z0-9_]+(?:\.[a-z0-9_]+)+)/.exec(pattern)?.[1];
  if (name === undefined || name === 'endpoint.events' || isOfNoLog(name)) return undefined;
  // The star ends the data set's name here, and two begin so: the classic log's and the operational one's.
  return name === 'windows.powershell' && pattern.includes('powershell*') ? undefined : name;
}

/** Beginnings of index names that the logs of one system alone have. */
const INDEX_SYSTEMS: typeof FIELD_SYSTEMS = {
  windows: ['winlogbeat', 'logs-windows.', 'logs-system.security', 'logs-system.system', 'logs-system.application'],
  linux: ['logs-auditd', 'logs-system.auth', 'logs-system.syslog', 'logs-cloud_defend'],
};

export function systemsOfIndex(index: readonly string[]): readonly System[] {
  if (index.length === 0) return [];
  return SYSTEMS.filter((system) => index.every((pattern) => beginsWithAny(pattern, INDEX_SYSTEMS[system] ?? [])));
}

/** All tests of a condition. */
export function leavesOf(node: QueryNode): readonly QueryLeaf[] {
  if (node.kind === 'test') return [node];
  if (node.kind === 'constant') return [];
  return node.kind === 'not' ? leavesOf(node.child) : node.children.flatMap(leavesOf);
}

/** The tests of a condition that its events pass; what it excludes is none of them. */
export function askedLeaves(node: QueryNode): readonly QueryLeaf[] {
  if (node.kind === 'test') return [node];
  return node.kind === 'and' || node.kind === 'or' ? node.children.flatMap(askedLeaves) : [];
}

/** Whether a data set is of Windows. */
const isOfWindows = (set: string): boolean => set === 'windows' || beginsWithAny(set, ['windows.', 'sysmon']);

function systemOfLeaf({ field = '', test: of }: QueryLeaf): System | typeof UNIX | undefined {
  if (SET_FIELDS.has(field)) return of.op === 'string' && isOfWindows(of.pattern.literal) ? 'windows' : undefined;
  // Where paths begin with a slash, they are of no Windows; a command or a script may begin with anything.
  if (of.op === 'string' && of.pattern.shape === 'startswith' && of.pattern.literal === '/' && holdsPath(field))
    return UNIX;
  if (field === PROGRAM && of.op === 'string' && isProgramOfUnix(of.pattern)) return UNIX;
  for (const text of textsOf(of)) {
    const system = typeof text === 'string' ? systemOfText(text.toLowerCase()) : undefined;
    if (system !== undefined) return system;
  }
  return undefined;
}

/** The texts that a test has, between its wildcards. */
function textsOf(of: QueryLeaf['test']): readonly unknown[] {
  if (of.op === 'string') return of.pattern.parts;
  if (of.op === 'term') return [of.literal];
  return of.op === 'regex' ? [plainOf(of.source)] : [];
}

/** Elastic's name of a running program, which on Windows has its ending. */
const PROGRAM = 'process.name';
/** What Windows itself runs under a name without an ending. */
const WITHOUT_ENDING = new Set(['system', 'registry', 'memory compression', 'secure system']);

const isProgramOfUnix = ({ shape, literal }: Pattern): boolean =>
  shape === 'exact' && literal !== '' && !literal.includes('.') && !WITHOUT_ENDING.has(literal.toLowerCase());

/** What names of fields have in them where their values are paths. */
const PATH_WORDS = ['path', 'folder', 'image', 'executable', 'filename', 'directory'];

const holdsPath = (field: string): boolean => PATH_WORDS.some((word) => field.toLowerCase().includes(word));

/** An expression's text with its escapes taken off, so that classes such as `\d` are not taken for folders. */
function plainOf(source: string): string {
  return source.replace(/\\([\s\S])/g, (_, character: string) => (/[a-z0-9]/i.test(character) ? ' ' : character));
}

/** How names of files end that only Windows runs or opens. */
const WINDOWS_ENDINGS: ReadonlySet<string> = new Set([
  ...['exe', 'dll', 'sys', 'cpl', 'msi'],
  ...['ps1', 'bat', 'vbs', 'lnk'],
]);

const namesWindowsFile = (text: string): boolean =>
  [...text.matchAll(/\.(\w+)/g)].some(([, ending = '']) => WINDOWS_ENDINGS.has(ending));

/** The system that a text in lower case names, or that it is one of two: by a program's ending, a folder, a registry key, a security identifier. */
export function systemOfText(text: string): System | typeof UNIX | undefined {
  if (namesWindowsFile(text) || /\\[a-z]|^hk(?:lm|cu|ey|cr)|^s-1-(?:5|16)-/.test(text)) return 'windows';
  if (/^\/?(?:library|users|applications|system)\/|osascript|launchctl/.test(text)) return 'macos';
  if (/(?:^|[\s"'*])\/(?:proc|home|root|boot|sys|run|lib(?:32|64)?)\b/.test(text)) return 'linux';
  return /(?:^|[\s"'*])\/(?:bin|sbin|etc|tmp|usr|var|dev|opt)\b/.test(text) ? UNIX : undefined;
}
