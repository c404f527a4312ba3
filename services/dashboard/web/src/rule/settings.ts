import { useSearchParams } from 'react-router';
import { BACKENDS, type Backend } from './names.js';

/** How queries are made, as the address keeps it. What is left out is as the reader's defaults say. */
export interface Settings {
  /** None: all. */
  readonly backends: readonly Backend[];
  /** Saved pipelines in place of the default one; `none` for none at all. */
  readonly pipelines: 'default' | 'none' | readonly string[];
  readonly stacks: Readonly<Partial<Record<Backend, string>>>;
  /** Whether the built-in maps name what the pipelines leave open; left out, as the pipelines say. */
  readonly builtInMaps: 'default' | 'yes' | 'no';
  readonly index: string;
  readonly sourcetype: string;
  readonly table: string;
}

/** The address's parameters that are settings. */
const NAMES = ['backends', 'pipelines', 'maps', 'index', 'sourcetype', 'table'];
const STACK = 'stack.';

/** The settings that an address has. What it has that there is not is left out. */
export function readSettings(search: URLSearchParams): Settings {
  const pipelines = search.get('pipelines');
  const maps = search.get('maps');
  const named = listOf(search.get('backends'));
  return {
    backends: BACKENDS.map(({ id }) => id).filter((id) => named.includes(id)),
    pipelines: pipelines === null ? 'default' : pipelines === 'none' ? 'none' : listOf(pipelines),
    stacks: Object.fromEntries(
      BACKENDS.flatMap(({ id }) => {
        const stack = search.get(STACK + id);
        return stack === null ? [] : [[id, stack]];
      }),
    ),
    builtInMaps: maps === 'yes' || maps === 'no' ? maps : 'default',
    index: search.get('index') ?? '',
    sourcetype: search.get('sourcetype') ?? '',
    table: search.get('table') ?? '',
  };
}

/** The address's parameters of settings; empty for the defaults. */
export function writeSettings(settings: Settings): URLSearchParams {
  const search = new URLSearchParams();
  const put = (name: string, value: string) => {
    if (value !== '') search.set(name, value);
  };
  put('backends', settings.backends.join(','));
  // "These, but none yet" is kept too, so that the choice stays on the screen.
  if (settings.pipelines !== 'default')
    search.set('pipelines', settings.pipelines === 'none' ? 'none' : settings.pipelines.join(','));
  for (const [backend, stack] of Object.entries(settings.stacks)) put(STACK + backend, stack);
  put('maps', settings.builtInMaps === 'default' ? '' : settings.builtInMaps);
  put('index', settings.index.trim());
  put('sourcetype', settings.sourcetype.trim());
  put('table', settings.table.trim());
  return search;
}

/** An address's parameters with other settings. */
function withSettings(search: URLSearchParams, settings: Settings): URLSearchParams {
  const next = new URLSearchParams([...search].filter(([name]) => !NAMES.includes(name) && !name.startsWith(STACK)));
  for (const [name, value] of writeSettings(settings)) next.set(name, value);
  return next;
}

/** The settings in the page's address, and the way to change some. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (some: Partial<Settings>): void =>
    setSearch((before) => withSettings(before, { ...readSettings(before), ...some }), { replace: true });
  return [readSettings(search), change];
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
  const { backends, builtInMaps, pipelines, stacks } = settings;
  const places = Object.fromEntries(
    (['index', 'sourcetype', 'table'] as const).flatMap((name) => {
      const value = settings[name].trim();
      return value === '' ? [] : [[name, value]];
    }),
  );
  return {
    ...(backends.length === 0 ? {} : { targetSiems: [...backends] }),
    ...(pipelines === 'none' ? { pipelines: [] } : {}),
    ...(Array.isArray(pipelines) && pipelines.length > 0 ? { pipelines: [...pipelines] } : {}),
    ...(Object.keys(stacks).length === 0 ? {} : { stack: stacks }),
    ...(builtInMaps === 'default' ? {} : { builtInMaps: builtInMaps === 'yes' }),
    ...places,
  };
}

/** The same for the query of an export, which is one form for one backend. */
export function exportQuery(settings: Settings, backend: Backend | undefined): URLSearchParams {
  const { pipelines, builtInMaps, ...rest } = optionsOf(settings);
  const search = new URLSearchParams();
  if (pipelines !== undefined) search.set('pipelines', pipelines.join(',') || 'none');
  if (builtInMaps !== undefined) search.set('builtInMaps', String(builtInMaps));
  const stack = backend === undefined ? undefined : settings.stacks[backend];
  if (stack !== undefined) search.set('stack', stack);
  for (const name of ['index', 'sourcetype', 'table'] as const) {
    const value = rest[name];
    if (value !== undefined) search.set(name, value);
  }
  return search;
}

/** Whether queries are to be made otherwise than they are saved. */
export function changesQueries(settings: Settings): boolean {
  const { targetSiems: _, ...options } = optionsOf(settings);
  return Object.keys(options).length > 0;
}

const listOf = (text: string | null): string[] => (text === null ? [] : text.split(',').filter((part) => part !== ''));
