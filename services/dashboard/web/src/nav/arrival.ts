import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { type Place, placeOf, wasAt } from './places.js';

/** What somebody does who no longer waits to be brought back. */
const OWN_MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Begins each page at its top; Back and Forward lead to the place where somebody was, with what they had unfolded and the focus on the link by which they left.
 *
 * @param onArrival called when another page is there
 * @returns for the page's frame, which takes the focus of whoever arrives
 */
export function useArrival(onArrival: () => void): RefObject<HTMLElement | null> {
  const { hash, key, pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const last = useRef<Place>(undefined);
  // The browser would scroll before the page is there.
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another entry of the history is an arrival.
  useLayoutEffect(() => {
    const frame = main.current;
    if (frame === null) return undefined;
    const isElsewhere = shown.current !== pathname;
    const returns = isBack && isElsewhere && wasAt(key);
    const isNew = !wasAt(key);
    const place = placeOf(key, isElsewhere ? 0 : window.scrollY);
    // The same page under another address, as with a panel open: what is in it stays as it is.
    if (isNew && !isElsewhere && last.current !== undefined) takeOver(place, last.current);
    last.current = place;
    shown.current = pathname;
    const stops: (() => void)[] = [];
    if (isElsewhere) {
      onArrival();
      // Keyboard and screen reader begin at the new page, not where the link to it was.
      frame.focus({ preventScroll: true });
      if (returns) stops.push(bringBack(frame, copyOf(place)));
      else if (hash === '') window.scrollTo(0, 0);
    }
    stops.push(watch(frame, place));
    return () => {
      for (const stop of stops) stop();
    };
  }, [key, pathname]);
  return main;
}

/** What is noted while somebody is brought back is another place. */
const copyOf = ({ boxes, folds, link, scrolled }: Place): Place => ({
  ...{ boxes: new Map(boxes), folds: new Map(folds), link, scrolled },
});

function takeOver(place: Place, before: Place): void {
  for (const [name, box] of before.boxes) place.boxes.set(name, box);
  for (const [name, open] of before.folds) place.folds.set(name, open);
}

const wordsOf = (fold: HTMLDetailsElement): string => fold.querySelector('summary')?.textContent ?? '';

/** Notes in a place what somebody scrolls, folds and follows. @returns ends it */
function watch(main: HTMLElement, place: Place): () => void {
  const onScroll = ({ target }: Event): void => {
    if (target === document) place.scrolled = window.scrollY;
    else if (target instanceof HTMLElement && main.contains(target) && target.ariaLabel !== null)
      place.boxes.set(target.ariaLabel, [target.scrollTop, target.scrollLeft]);
  };
  const onToggle = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && main.contains(target)) place.folds.set(wordsOf(target), target.open);
  };
  const onClick = ({ target }: Event): void => {
    const link = target instanceof Element && main.contains(target) ? target.closest('a[href]') : null;
    if (link !== null) place.link = link.getAttribute('href') ?? undefined;
  };
  const end = new AbortController();
  const options = { capture: true, passive: true, signal: end.signal };
  document.addEventListener('scroll', onScroll, options);
  document.addEventListener('toggle', onToggle, options);
  document.addEventListener('click', onClick, options);
  return () => end.abort();
}

/** Brings somebody back to a place as the page's content comes, until all of it is there or they move by themselves. @returns ends it */
function bringBack(main: HTMLElement, place: Place): () => void {
  const end = new AbortController();
  const step = (): void => {
    for (const fold of main.querySelectorAll('details')) {
      const open = place.folds.get(wordsOf(fold));
      if (open === undefined) continue;
      place.folds.delete(wordsOf(fold));
      fold.open = open;
    }
    for (const [name, [top, left]] of place.boxes) {
      const box = main.querySelector(`[aria-label="${CSS.escape(name)}"]`);
      box?.scrollTo(left, top);
      if (box !== null && Math.abs(box.scrollTop - top) < 2 && Math.abs(box.scrollLeft - left) < 2)
        place.boxes.delete(name);
    }
    window.scrollTo(0, place.scrolled);
    const isThere = Math.abs(window.scrollY - place.scrolled) < 2;
    if (place.link !== undefined) {
      const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(place.link)}"]`);
      if (link !== null) {
        place.link = undefined;
        link.focus({ preventScroll: true });
      }
    }
    if (isThere && place.folds.size + place.boxes.size === 0 && place.link === undefined) end.abort();
  };
  const sizes = new ResizeObserver(step);
  sizes.observe(main);
  const content = new MutationObserver(step);
  content.observe(main, { childList: true, subtree: true });
  for (const move of OWN_MOVES)
    window.addEventListener(move, () => end.abort(), { capture: true, passive: true, signal: end.signal });
  end.signal.addEventListener('abort', () => {
    sizes.disconnect();
    content.disconnect();
  });
  step();
  return () => end.abort();
}
