import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** How far a key goes: by so many marks, or to one end. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Makes the marks of a text one Tab stop: the one that had the focus last, else the chosen one, else the first. Arrow keys go from one to the next. It is done
 * on the elements themselves, since a text has hundreds of marks and one step changes two of them.
 */
export function useRovingMarks(): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: { readonly target: Element }) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const chosen = useRef<string>(undefined);
  const marks = (): HTMLAnchorElement[] => [
    ...(ref.current?.querySelectorAll<HTMLAnchorElement>('a[id^="at-"]') ?? []),
  ];
  const stopAt = (stop: HTMLAnchorElement | undefined, all: readonly HTMLAnchorElement[]): void => {
    for (const mark of all) if (mark !== stop && mark.tabIndex === 0) mark.tabIndex = -1;
    if (stop !== undefined) stop.tabIndex = 0;
  };
  useLayoutEffect(() => {
    const all = marks();
    const current = all.find((mark) => mark.hasAttribute('aria-current'));
    const isNew = current !== undefined && current.id !== chosen.current;
    chosen.current = current?.id;
    stopAt((isNew ? current : undefined) ?? all.find(({ tabIndex }) => tabIndex === 0) ?? current ?? all[0], all);
  });
  return {
    ref,
    onFocus: ({ target }) => {
      if (target instanceof HTMLAnchorElement) stopAt(target, marks());
    },
    onKeyDown: (event) => {
      const step = STEPS[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const all = marks();
      const at = all.indexOf(document.activeElement as HTMLAnchorElement);
      if (at === -1) return;
      event.preventDefault();
      all[step(at, all.length - 1)]?.focus();
    },
  };
}
