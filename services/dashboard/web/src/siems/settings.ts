import { useSearchParams } from 'react-router';
import { BACKENDS, type Backend } from './backends.js';
import { type Siem, useMySiems } from './my-siems.js';

/** How queries are made: as the address keeps it, and what that leaves out as the reader's SIEMs say. */
export interface Settings {
  /** None: all. */
  readonly backends: readonly Backend[];
  /** Saved pipelines in place of the default one; `none` for none at all. */
  readonly pipelines: 'default' | 'none' | readonly string[];
  readonly stacks: Readonly<Partial<Record<Backend, string>>>;
  /** Whether the built-in maps name what the pipelines leave open; left out, as the pipelines say. */
  readonly builtInMaps: 'default' | 'yes' | 'no';
  /** Whether a deployable form keeps its rule's level where its query finds more. */
  readonly keepLevel: boolean;
  /** Whether a saved search makes findings of Splunk Enterprise Security, whatever the stack. */
  readonly enterpriseSecurity: boolean;
  /** The id of the notification channel that monitors of OpenSearch tell. */
  readonly channel: string;
  readonly index: string;
  readonly sourcetype: string;
  readonly table: string;
  /** The index of each SIEM of the reader's own, where the address names none. */
  readonly indexes?: Readonly<Partial<Record<Backend, string>>>;
  /** Languages of the reader's SIEMs that no rule has unless it is asked for them. */
  readonly byName?: readonly Backend[];
}

/** What is chosen of deployable forms alone. */
export interface FormChoices {
  readonly keepLevel?: boolean;
  readonly enterpriseSecurity?: boolean;
  readonly channel?: string;
}

/** What settings are where an address says nothing. */
type Preset = Pick<Settings, 'stacks' | 'index' | 'sourcetype' | 'table' | 'indexes' | 'byName'>;

const NO_PRESET: Preset = { stacks: {}, index: '', sourcetype: '', table: '' };

/** Where the data of somebody's SIEMs is, as settings. A query has an index in Splunk alone, and that goes before those of deployable forms. */
function presetOf(siems: readonly Siem[]): Preset {
  if (siems.length === 0) return NO_PRESET;
  const of = (id: Backend) => siems.find((siem) => siem.id === id);
  const indexes = Object.fromEntries(siems.flatMap(({ id, index }) => (index === undefined ? [] : [[id, index]])));
  return {
    stacks: Object.fromEntries(siems.flatMap(({ id, stack }) => (stack === undefined ? [] : [[id, stack]]))),
    index:
      of('siem_spl') === undefined
        ? (siems.find(({ index }) => index !== undefined)?.index ?? '')
        : (of('siem_spl')?.index ?? ''),
    sourcetype: of('siem_spl')?.sourcetype ?? '',
    table: of('siem_kql')?.table ?? '',
    indexes,
    byName: siems.flatMap(({ id }) => (BACKENDS.some((backend) => backend.id === id && backend.isDefault) ? [] : [id])),
  };
}

/** The address's parameters that are settings. */
const NAMES = ['backends', 'pipelines', 'maps', 'level', 'findings', 'channel', 'index', 'sourcetype', 'table'];
const STACK = 'stack.';

/** The settings that an address has, and the preset for what it does not say. What it has that there is not is left out. */
function readSettings(search: URLSearchParams, preset: Preset = NO_PRESET): Settings {
  const pipelines = search.get('pipelines');
  const maps = search.get('maps');
  const named = listOf(search.get('backends'));
  return {
    backends: BACKENDS.map(({ id }) => id).filter((id) => named.includes(id)),
    pipelines: pipelines === null ? 'default' : pipelines === 'none' ? 'none' : listOf(pipelines),
    stacks: Object.fromEntries(
      BACKENDS.flatMap(({ id }) => {
        const stack = search.get(STACK + id) ?? preset.stacks[id];
        return stack === undefined ? [] : [[id, stack]];
      }),
    ),
    builtInMaps: maps === 'yes' || maps === 'no' ? maps : 'default',
    keepLevel: search.get('level') === 'keep',
    enterpriseSecurity: search.get('findings') === 'yes',
    channel: search.get('channel') ?? '',
    index: search.get('index') ?? preset.index,
    sourcetype: search.get('sourcetype') ?? preset.sourcetype,
    table: search.get('table') ?? preset.table,
    ...(search.has('index') || preset.indexes === undefined ? {} : { indexes: preset.indexes }),
    ...(preset.byName === undefined ? {} : { byName: preset.byName }),
  };
}

/** The address's parameters of settings; empty for the preset. */
function writeSettings(settings: Settings, preset: Preset = NO_PRESET): URLSearchParams {
  const search = new URLSearchParams();
  const put = (name: string, value: string, usual = '') => {
    if (value !== usual) search.set(name, value);
  };
  put('backends', settings.backends.join(','));
  // "These, but none yet" is kept too, so that the choice stays on the screen.
  if (settings.pipelines !== 'default')
    search.set('pipelines', settings.pipelines === 'none' ? 'none' : settings.pipelines.join(','));
  for (const { id } of BACKENDS) put(STACK + id, settings.stacks[id] ?? '', preset.stacks[id]);
  put('maps', settings.builtInMaps === 'default' ? '' : settings.builtInMaps);
  put('level', settings.keepLevel ? 'keep' : '');
  put('findings', settings.enterpriseSecurity ? 'yes' : '');
  put('channel', settings.channel.trim());
  put('index', settings.index.trim(), preset.index);
  put('sourcetype', settings.sourcetype.trim(), preset.sourcetype);
  put('table', settings.table.trim(), preset.table);
  return search;
}

/** An address's parameters with other settings. */
function withSettings(search: URLSearchParams, settings: Settings, preset: Preset): URLSearchParams {
  const next = new URLSearchParams([...search].filter(([name]) => !NAMES.includes(name) && !name.startsWith(STACK)));
  for (const [name, value] of writeSettings(settings, preset)) next.set(name, value);
  return next;
}

/** The parameters of an address that are settings, as they stand there. */
export const settingsIn = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].filter(([name]) => NAMES.includes(name) || name.startsWith(STACK)));

/** The settings in the page's address, preset by the reader's SIEMs, and the way to change some. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const [search, setSearch] = useSearchParams();
  const preset = presetOf(useMySiems().siems);
  const change = (some: Partial<Settings>): void =>
    setSearch((before) => withSettings(before, { ...readSettings(before, preset), ...some }, preset), {
      replace: true,
    });
  return [readSettings(search, preset), change];
}

/** The languages that are asked for: the chosen ones, else the six, with those that only the reader's SIEMs bring. */
function targetsOf({ backends, byName = [] }: Settings): { targetSiems?: Backend[] } {
  if (backends.length > 0) return { targetSiems: [...backends] };
  if (byName.length === 0) return {};
  return { targetSiems: [...BACKENDS.flatMap(({ id, isDefault }) => (isDefault ? [id] : [])), ...byName] };
}

/** The settings as `options` of a conversion or a generation. */
export function optionsOf(settings: Settings): {
  targetSiems?: Backend[];
  pipelines?: string[];
  stack?: object;
  builtInMaps?: boolean;
  index?: string;
  sourcetype?: string;
  table?: string;
} {
  const { builtInMaps, pipelines, stacks } = settings;
  const places = Object.fromEntries(
    (['index', 'sourcetype', 'table'] as const).flatMap((name) => {
      const value = settings[name].trim();
      return value === '' ? [] : [[name, value]];
    }),
  );
  return {
    ...targetsOf(settings),
    ...(pipelines === 'none' ? { pipelines: [] } : {}),
    ...(Array.isArray(pipelines) && pipelines.length > 0 ? { pipelines: [...pipelines] } : {}),
    ...(Object.keys(stacks).length === 0 ? {} : { stack: stacks }),
    ...(builtInMaps === 'default' ? {} : { builtInMaps: builtInMaps === 'yes' }),
    ...places,
  };
}

/** What deployable forms are made with, beside the conversion. */
export function formChoicesOf({ channel, enterpriseSecurity, keepLevel }: Settings): FormChoices {
  return {
    ...(channel.trim() === '' ? {} : { channel: channel.trim() }),
    ...(enterpriseSecurity ? { enterpriseSecurity } : {}),
    ...(keepLevel ? { keepLevel } : {}),
  };
}

/** The same for the query of an export, which is one form for one backend. */
export function exportQuery(settings: Settings, backend: Backend | undefined): URLSearchParams {
  const { pipelines, builtInMaps, ...rest } = optionsOf(settings);
  const search = new URLSearchParams();
  if (pipelines !== undefined) search.set('pipelines', pipelines.join(',') || 'none');
  if (builtInMaps !== undefined) search.set('builtInMaps', String(builtInMaps));
  for (const [name, value] of Object.entries(formChoicesOf(settings))) search.set(name, String(value));
  const stack = backend === undefined ? undefined : settings.stacks[backend];
  if (stack !== undefined) search.set('stack', stack);
  // The index of another SIEM of the reader's is none of this one's.
  const index = settings.indexes === undefined || backend === undefined ? rest.index : settings.indexes[backend];
  const places = { ...rest, index };
  for (const name of ['index', 'sourcetype', 'table'] as const) {
    const value = places[name];
    if (value !== undefined) search.set(name, value);
  }
  return search;
}

/** Whether queries are to be made otherwise than they are saved. */
export function changesQueries(settings: Settings): boolean {
  const { targetSiems: _, ...options } = optionsOf(settings);
  return Object.keys(options).length > 0 || (settings.byName ?? []).length > 0;
}

const listOf = (text: string | null): string[] => (text === null ? [] : text.split(',').filter((part) => part !== ''));
