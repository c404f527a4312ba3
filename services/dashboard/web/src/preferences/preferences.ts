import { useSyncExternalStore } from 'react';
import { useSubject } from '../api/session.js';

/** How somebody likes the page to be. It stays in this browser, for each person who uses it apart. */
export interface Preferences {
  /** How high a table's rows are. */
  readonly density: 'comfortable' | 'compact';
  /** Whether the menu at the side shows its icons alone. */
  readonly folded: boolean;
  /** Whether a single letter may be a shortcut. Whoever speaks to the computer needs it off. */
  readonly singleKeys: boolean;
  /** Which columns of a list are shown and which are not, by the list's name and the column's id; a column that is in none is as the list has it. */
  readonly columns: ColumnChoices;
}

type ColumnChoices = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

const USUAL: Preferences = { density: 'comfortable', folded: false, singleKeys: true, columns: {} };

const listeners = new Set<() => void>();
/** Of whom the latest are, as they were stored, and what that meant: a snapshot must be the same object until something changes. */
let latest: { readonly key: string; readonly text: string | null; readonly value: Preferences } | undefined;

const keyOf = (subject: string | undefined): string => `tripline.preferences.${subject ?? ''}`;

function read(subject: string | undefined): Preferences {
  const key = keyOf(subject);
  const text = subject === undefined ? null : localStorage.getItem(key);
  if (latest?.key !== key || latest.text !== text) latest = { key, text, value: parse(text) };
  return latest.value;
}

/** What is stored may be of another release, or of no release at all. */
function parse(text: string | null): Preferences {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof Preferences, unknown>> | null;
    return {
      density: stored?.density === 'compact' ? 'compact' : USUAL.density,
      folded: stored?.folded === true,
      singleKeys: stored?.singleKeys !== false,
      columns: parseColumns(stored?.columns),
    };
  } catch {
    return USUAL;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseColumns = (stored: unknown): ColumnChoices =>
  Object.fromEntries(
    Object.entries(isObject(stored) ? stored : {}).map(([list, choices]) => [
      list,
      Object.fromEntries(
        Object.entries(isObject(choices) ? choices : {}).flatMap(([id, isShown]) =>
          typeof isShown === 'boolean' ? [[id, isShown] as const] : [],
        ),
      ),
    ]),
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same person.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What whoever is signed in has chosen, and how they choose anew. */
export function usePreferences(): Preferences & { readonly choose: (some: Partial<Preferences>) => void } {
  const subject = useSubject();
  const preferences = useSyncExternalStore(listen, () => read(subject));
  return {
    ...preferences,
    choose: (some) => {
      localStorage.setItem(keyOf(subject), JSON.stringify({ ...read(subject), ...some }));
      for (const listener of listeners) listener();
    },
  };
}
