import { useEffect, useState } from 'react';
import type { Task } from './rule-verbs.js';

/** Opens a rule, or none; `replace`: a step of the review, which Back does not take back one by one. */
export type OpenRule = (key: string | undefined, options?: { readonly replace: boolean }) => void;

/** The button of a rule in the list, which holds the keyboard while the rule is open. */
const toggleOf = (key: string): HTMLElement | null => document.getElementById(`rule-${key}`);

/** Which rule of a review is open, and what it is asked. The address follows in its own time; the next key already means the rule that was opened by the one before. */
export function useOpenRule(addressed: string | undefined, onOpen: OpenRule) {
  const [asked, setAsked] = useState<string>();
  const [task, setTask] = useState<Task>();
  useEffect(() => {
    if (asked === addressed) setAsked(undefined);
  }, [addressed, asked]);
  const open = asked ?? addressed;
  return {
    open,
    task,
    setTask,
    /** Opens a rule and gives it the keyboard. */
    goTo(key: string): void {
      setTask(undefined);
      setAsked(key);
      onOpen(key, { replace: true });
      toggleOf(key)?.focus({ preventScroll: true });
    },
    /** As somebody opens or closes it in the list. */
    choose(key: string | undefined): void {
      setTask(undefined);
      setAsked(undefined);
      onOpen(key);
    },
    /** Ends what the open rule is asked. */
    leaveTask(): void {
      setTask(undefined);
      if (open !== undefined) toggleOf(open)?.focus({ preventScroll: true });
    },
  };
}
