import { wordRows, wordSet, words } from '../knowledge/load.js';
import type { CommandSystem } from '../model.js';
import { onceEachWord } from '../once.js';
import { isSmallLetter } from '../text/characters.js';
import { endsWithAny, isExe, QUOTES, startsWithAny, trimEndOf, trimStartOf, withoutEnding } from '../text/ends.js';
import { isCapitals, isNumber } from '../text/shape.js';
import { isAll, oneOf } from '../text/stretches.js';

/** What is known of a tool that may be the first word of a command. */
export interface ToolKnowledge {
  /** Lower case, without folder and `.exe`. */
  readonly name: string;
  /** The systems that have it. */
  readonly systems: readonly CommandSystem[];
  /** Sub-commands. Set (maybe empty) where the name is also an English word, so that in prose an option or a sub-command must follow. */
  readonly verbs?: ReadonlySet<string>;
  /** Whether a shell runs it itself, without a process. */
  readonly builtin: boolean;
}

const known = onceEachWord((word) => lookUp(word) ?? null);

/** Looks up a command's first word: a name or a path, with or without `.exe`. Undefined when it is not a known tool. */
export function toolOf(word: string): ToolKnowledge | undefined {
  return known(word) ?? undefined;
}

function lookUp(word: string): ToolKnowledge | undefined {
  // `/CREATE/SC MINUTE`: switches that have lost their blanks, not a path.
  if (word.startsWith('/') && isCapitals(word.split('/', 2)[1] ?? '')) return undefined;
  const name = bareName(word);
  const systems: CommandSystem[] = [];
  const builtin = wordSet('shell-builtins').has(name) && !wordRows('programs-windows').has(name);
  if (wordRows('programs-windows').has(name) || builtin) systems.push('windows');
  if (wordRows('programs-linux').has(name)) systems.push('linux');
  if (systems.length === 0) return undefined;
  if (isExe(word) || word.includes('\\')) return { name, systems: ['windows'], builtin: false, ...verbsOf(name) };
  if (startsWithAny(word, ['/', '~/', './'])) return { name, systems: ['linux'], builtin: false, ...verbsOf(name) };
  return { name, systems, builtin, ...verbsOf(name) };
}

function verbsOf(name: string): { readonly verbs?: ReadonlySet<string> } {
  const own = wordRows('programs-windows').get(name);
  const other = wordRows('programs-linux').get(name);
  if (own === undefined && other === undefined) return {};
  return { verbs: new Set([...(own ?? []), ...(other ?? [])]) };
}

/** Whether a tool is only used for discovery. Such commands share one rule of a low level. */
export function isReconTool(name: string): boolean {
  return wordSet('discovery-programs').has(name);
}

const SHELLS_OWN = new Set(['cd', 'set', 'call', 'for', 'if', 'pushd', 'popd']);

/** Whether the command shell runs it itself, so that no process of this name starts. */
export function isShellsOwn(name: string): boolean {
  return SHELLS_OWN.has(name) || toolOf(name)?.builtin === true;
}

/** Whether a Windows program is an attack tool, or so rarely used that its name alone is suspicious. */
export function isTellingTool(name: string): boolean {
  return wordSet('attack-programs').has(name);
}

/** Whether a name is empty, or at most one letter and two digits: `a`, `b12`. */
function isLetterWithNumber(name: string): boolean {
  const digits = isSmallLetter(name[0]) ? name.slice(1) : name;
  return digits === '' || (digits.length <= 2 && isNumber(digits));
}

/**
 * Whether a program's file name is one that every machine or many installers have, so that it is not specific. Takes the name with or
 * without `.exe`.
 */
export function isStockProgram(name: string): boolean {
  const bare = withoutEnding(name.toLowerCase(), '.exe');
  return (
    wordSet('stock-programs').has(bare) ||
    words('security-products').some((product) => bare.startsWith(product)) ||
    isNumber(bare) ||
    isLetterWithNumber(bare) ||
    isAll(bare.startsWith('ms') ? bare.slice(2) : bare, oneOf('x'))
  );
}

/** Whether a program is one of the two names that PowerShell has. */
export function isPowerShell(name: string): boolean {
  return name === 'powershell' || name === 'pwsh';
}

/** A command's name without folder, quotes and `.exe`/`.com`, lower case. */
export function bareName(word: string): string {
  const plain = trimEndOf(trimStartOf(word, `${QUOTES}(`), `${QUOTES}),;:`);
  const base = plain.slice(Math.max(plain.lastIndexOf('\\'), plain.lastIndexOf('/')) + 1).toLowerCase();
  return endsWithAny(base, ['.exe', '.com']) ? base.slice(0, -4) : base;
}
