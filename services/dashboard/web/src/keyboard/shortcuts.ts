import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * A key, or two that are pressed one after the other, that does something on the page. `keys` names them as the help sheet shows them: `J`, `?`, `G R` (first G,
 * then R), `Mod+K` (Ctrl, or ⌘ on a Mac). Only those with `Mod` work while somebody types.
 */
export interface Shortcut {
  readonly keys: string;
  /** What it does, as the help sheet says it: "Accept the rule". */
  readonly does: string;
  /** Whether it goes on while the key is held. */
  readonly repeats?: boolean;
  readonly run: () => void;
}

/** The shortcuts of the frame, or of the page that is open, under the heading that the help sheet has for them. */
export interface ShortcutGroup {
  readonly title: string;
  readonly of: 'page' | 'frame';
  readonly shortcuts: readonly Shortcut[];
}

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1_500;

let groups: readonly ShortcutGroup[] = [];
let singleKeys = true;
let first: { readonly key: string; readonly at: number } | undefined;
const listeners = new Set<() => void>();

/** Whether the computer is a Mac, whose programs take ⌘ where others take Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Lets shortcuts of keys without Ctrl or ⌘ work, or not: a voice that is typed as letters would set them off (WCAG 2.1.4). */
export function allowSingleKeys(allowed: boolean): void {
  singleKeys = allowed;
}

/**
 * Shortcuts that work, and stand in the help sheet, as long as the component is on the page. Where two have the same keys, the page's wins over the frame's, then the later one. `run` may
 * be another at each drawing; keys and words are read once, and again when `title` or the number of shortcuts changes.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], of: ShortcutGroup['of'] = 'page'): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; it is what would make every drawing register anew.
  useEffect(() => {
    const group: ShortcutGroup = {
      title,
      of,
      shortcuts: latest.current.map((shortcut, index) => ({
        ...shortcut,
        run: () => latest.current[index]?.run(),
      })),
    };
    change([...groups, group]);
    return () => change(groups.filter((one) => one !== group));
  }, [title, of, shortcuts.length]);
}

/** All that work now, for the help sheet. */
export const useShortcutGroups = (): readonly ShortcutGroup[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
  );

function change(next: readonly ShortcutGroup[]): void {
  if (groups.length === 0) window.addEventListener('keydown', onKeyDown);
  // The frame's come first, whichever was drawn first: the page has the last word.
  groups = [...next.filter(({ of }) => of === 'frame'), ...next.filter(({ of }) => of === 'page')];
  if (groups.length === 0) window.removeEventListener('keydown', onKeyDown);
  for (const listener of listeners) listener();
}

/** Where letters are typed, or lead to an entry that begins with them, or belong to a form with keys of its own. */
const TYPED_INTO = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  ...['textarea', 'select', '[contenteditable]:not([contenteditable="false"])', '[role="textbox"]'],
  ...['[role="combobox"]', '[role="listbox"]', '[role="menu"]', '[aria-haspopup="listbox"]', '[data-own-keys]'],
].join(', ');

/** What lies above the page and has keys of its own. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog[open]';

/** The keys that are pressed, as shortcuts name them; undefined where they are none or are not ours to take. */
function keysOf(event: KeyboardEvent): string | undefined {
  const { altKey, ctrlKey, metaKey, defaultPrevented, isComposing, key, shiftKey } = event;
  if (defaultPrevented || isComposing || altKey || MODIFIERS.has(key)) return undefined;
  // Shift makes other signs, such as `?`; with a letter it means something else.
  if (shiftKey && key.length === 1 && key.toLowerCase() !== key.toUpperCase()) return undefined;
  const withMod = isMac ? metaKey : ctrlKey;
  if (!withMod && (ctrlKey || metaKey || isTyped(event))) return undefined;
  return `${withMod ? 'Mod+' : ''}${key.length === 1 ? key.toUpperCase() : key}`;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt']);

/** Whether a key without Ctrl or ⌘ is text, or is not to do anything. */
const isTyped = ({ target }: KeyboardEvent): boolean =>
  !singleKeys || (target instanceof Element && target.closest(TYPED_INTO) !== null);

function onKeyDown(event: KeyboardEvent): void {
  const pressed = keysOf(event);
  if (pressed === undefined || document.querySelector(ABOVE) !== null) return;
  const { repeat, timeStamp } = event;
  const begun = first !== undefined && timeStamp - first.at < SECOND_KEY_MS ? `${first.key} ${pressed}` : undefined;
  first = undefined;
  const all = groups.flatMap(({ shortcuts }) => shortcuts);
  const found =
    (begun === undefined ? undefined : all.findLast(({ keys }) => keys === begun)) ??
    all.findLast(({ keys }) => keys === pressed);
  if (found !== undefined) {
    if (repeat && found.repeats !== true) return;
    event.preventDefault();
    found.run();
  } else if (!repeat && all.some(({ keys }) => keys.startsWith(`${pressed} `))) first = { key: pressed, at: timeStamp };
}
