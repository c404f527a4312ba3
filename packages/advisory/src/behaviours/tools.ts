import { lazyData } from '../data-file.js';

/** Operating systems a command can be told for. */
export type CommandSystem = 'windows' | 'linux' | 'macos';

interface RawTools {
  readonly named: string;
  readonly builtin?: string;
  readonly verbs: Readonly<Record<string, string>>;
  readonly recon: string;
}

interface SystemTools {
  readonly named: ReadonlySet<string>;
  readonly builtin: ReadonlySet<string>;
  readonly verbs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly recon: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').filter((word) => word !== ''));

const tools = lazyData(
  'tools.json',
  (raw: { readonly windows: RawTools; readonly linux: RawTools; readonly telling: string }) => {
    const shape = (system: RawTools): SystemTools => ({
      named: words(system.named),
      builtin: words(system.builtin ?? ''),
      verbs: new Map(Object.entries(system.verbs).map(([tool, verbs]) => [tool, words(verbs)])),
      recon: words(system.recon),
    });
    return { windows: shape(raw.windows), linux: shape(raw.linux), telling: words(raw.telling) };
  },
);

/** What is known of a word that could head a command; undefined when it is no tool we know. */
export interface ToolKnowledge {
  /** Lower case, without folder and `.exe`. */
  readonly name: string;
  /** The systems that have it. */
  readonly systems: readonly CommandSystem[];
  /** Sub-commands; present (maybe empty) where the name is also an English word, so that prose needs one of them or an option to follow. */
  readonly verbs?: ReadonlySet<string>;
  /** A shell's own command, which no process of its own runs. */
  readonly builtin: boolean;
}

/** Looks up a command's first word: a name, a path, with or without `.exe`. */
export function toolOf(word: string): ToolKnowledge | undefined {
  // `/CREATE/SC MINUTE`: switches that have lost their blanks, no path.
  if (/^\/[A-Z]+(?:\/|$)/.test(word)) return undefined;
  const name = bareName(word);
  const { windows, linux } = tools();
  const systems: CommandSystem[] = [];
  const builtin = windows.builtin.has(name) && !windows.named.has(name);
  if (windows.named.has(name) || builtin) systems.push('windows');
  if (linux.named.has(name)) systems.push('linux');
  if (systems.length === 0) return undefined;
  if (/\.exe$/i.test(word) || word.includes('\\')) {
    if (!systems.includes('windows')) systems.push('windows');
    return { name, systems: ['windows'], builtin: false, ...verbsOf(name) };
  }
  if (/^(?:\/|~\/|\.\/)/.test(word)) return { name, systems: ['linux'], builtin: false, ...verbsOf(name) };
  return { name, systems, builtin, ...verbsOf(name) };
}

function verbsOf(name: string): { readonly verbs?: ReadonlySet<string> } {
  const { windows, linux } = tools();
  const own = windows.verbs.get(name);
  const other = linux.verbs.get(name);
  if (own === undefined && other === undefined) return {};
  return { verbs: new Set([...(own ?? []), ...(other ?? [])]) };
}

/** Whether a tool on its own merely looks around: such commands are told together, at a low level. */
export function isReconTool(name: string): boolean {
  return tools().windows.recon.has(name) || tools().linux.recon.has(name);
}

const SHELLS_OWN = new Set(['cd', 'set', 'call', 'for', 'if', 'pushd', 'popd']);

/** Whether the command shell does it itself, so that no process of this name starts. */
export function isShellsOwn(name: string): boolean {
  return SHELLS_OWN.has(name) || toolOf(name)?.builtin === true;
}

/** Whether a Windows program is an attack tool or so rarely used that its name alone is worth a look. */
export function isTellingTool(name: string): boolean {
  return tools().telling.has(name);
}

/** A command's name without folder, quotes and `.exe`/`.com`, lower case. */
export function bareName(word: string): string {
  const plain = word.replace(/^["'“”‘’`(]+|["'“”‘’`),;:]+$/g, '');
  const base = plain.slice(Math.max(plain.lastIndexOf('\\'), plain.lastIndexOf('/')) + 1);
  return base.toLowerCase().replace(/\.(?:exe|com)$/, '');
}
