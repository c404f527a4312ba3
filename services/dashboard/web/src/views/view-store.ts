import { useSyncExternalStore } from 'react';
import { useSubject } from '../api/session.js';

/** The lists that views are kept of. */
export type ViewedList = 'detections' | 'gaps' | 'rules';

/** A list as somebody narrowed and sorted it: its name, and what the address then says. */
export interface View {
  readonly name: string;
  readonly search: string;
}

/** As many as can be looked over above a list. */
export const MOST_VIEWS = 12;
const NO_VIEWS: readonly View[] = [];

const listeners = new Set<() => void>();
/** By key: what was stored, and what that meant. A snapshot must be the same object until something changes. */
const latest = new Map<string, { readonly text: string | null; readonly value: readonly View[] }>();

/** They stay in this browser, for each person who uses it apart. */
const keyOf = (subject: string | undefined, list: ViewedList): string => `tripline.views.${subject ?? ''}.${list}`;

function read(key: string): readonly View[] {
  const text = localStorage.getItem(key);
  const known = latest.get(key);
  if (known !== undefined && known.text === text) return known.value;
  const value = parse(text);
  latest.set(key, { text, value });
  return value;
}

/** What is stored may be of another release, or of no release at all. */
function parse(text: string | null): readonly View[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, MOST_VIEWS) : NO_VIEWS;
  } catch {
    return NO_VIEWS;
  }
}

const isView = (value: unknown): value is View => {
  const { name, search } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof search === 'string';
};

function listen(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same person.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The views that whoever is signed in keeps of a list, in the order in which they were made, and how they keep others. */
export function useViews(list: ViewedList): {
  readonly views: readonly View[];
  readonly keep: (views: readonly View[]) => void;
} {
  const key = keyOf(useSubject(), list);
  const views = useSyncExternalStore(listen, () => read(key));
  return {
    views,
    keep: (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
  };
}
