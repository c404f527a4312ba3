import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { useSubject } from '../api/session.js';

/** Drafts are of one tab, and of one person: nobody else's page reads them. */
const PREFIX = 'tripline.draft.';
const ofSubject = (subject: string | undefined): string => `${PREFIX}${subject}.`;

/** What was typed and is not saved. */
export interface Draft<T> {
  readonly value: T;
  readonly set: Dispatch<SetStateAction<T>>;
  /** Whether it is something else than what is saved. */
  readonly isChanged: boolean;
  /** Whether the page began with what was typed here before. */
  readonly isRestored: boolean;
  /** Ends the draft: it was saved. */
  readonly forget: () => void;
}

/**
 * State that outlives the page, and a reload, in this tab: what somebody types under a name, until they save it or sign out. `saved` is what it is without
 * a draft, as JSON writes it.
 */
export function useDraft<T>(name: string, saved: T): Draft<T> {
  const key = ofSubject(useSubject()) + name;
  const [begun] = useState(() => sessionStorage.getItem(key));
  const [value, set] = useState<T>(() => (begun === null ? saved : (JSON.parse(begun) as T)));
  const text = JSON.stringify(value);
  const isChanged = text !== JSON.stringify(saved);
  useEffect(() => {
    if (isChanged) keep(key, text);
    else sessionStorage.removeItem(key);
  }, [isChanged, key, text]);
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  return { value, set, isChanged, isRestored: begun !== null, forget };
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // It is larger than a browser keeps for a page. It is in the field all the same, and closing the tab asks.
    sessionStorage.removeItem(key);
  }
}

/** Forgets the drafts of this tab but those of one person; of all without one. */
export function forgetDrafts(except?: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && (except === undefined || !key.startsWith(ofSubject(except))))
      sessionStorage.removeItem(key);
}
