import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Where somebody was on a page: how far it and the boxes on it were scrolled, what they had folded or unfolded, and the link by which they left. */
export interface Place {
  scrolled: number;
  /** By the box's name: how far down, how far right. */
  readonly boxes: Map<string, readonly [number, number]>;
  /** By the words of its summary: whether it is open. */
  readonly folds: Map<string, boolean>;
  link: string | undefined;
}

/** Entries of the history that are remembered; far fewer are gone back to. */
const MOST = 100;
const places = new Map<string, Place>();
const kept = new Map<string, unknown>();

/** The place of an entry of the history, by its key; a new one at `scrolled` where nobody was yet. The page forgets them when it is loaded anew. */
export function placeOf(entry: string, scrolled: number): Place {
  const place = places.get(entry) ?? { scrolled, boxes: new Map(), folds: new Map(), link: undefined };
  remember(places, entry, place);
  return place;
}

/** Whether somebody was at this entry of the history before. */
export const wasAt = (entry: string): boolean => places.has(entry);

/** As React's `useState`, but that Back and Forward find it as it was. `name` tells it from others of the same page. */
export function useKept<T>(name: string, initial: T): readonly [T, Dispatch<SetStateAction<T>>] {
  const entry = `${useLocation().key} ${name}`;
  const [value, setValue] = useState(() => (kept.has(entry) ? (kept.get(entry) as T) : initial));
  useEffect(() => remember(kept, entry, value), [entry, value]);
  return [value, setValue];
}

function remember<T>(all: Map<string, T>, key: string, value: T): void {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > MOST && oldest !== undefined) all.delete(oldest);
}
