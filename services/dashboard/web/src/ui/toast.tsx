import { useSyncExternalStore } from 'react';
import styles from './toast.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says for some seconds that something was done. What went wrong belongs beside its place instead: see `ErrorNotice`. */
export function say(text: string): void {
  const toast = { id: nextId++, text };
  change([...toasts.slice(-2), toast]);
  setTimeout(() => change(toasts.filter(({ id }) => id !== toast.id)), 6_000);
}

/** Takes away what is said: it was for somebody who has gone. */
export const fallSilent = (): void => change([]);

/** Where they appear. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <p key={id} className={styles.toast}>
          {text}
        </p>
      ))}
    </div>
  );
}
