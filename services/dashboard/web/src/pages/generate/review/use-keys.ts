import { useEffect, useRef } from 'react';

/** Where letters are text, or choose something by its first letter, or belong to a form with keys of its own. */
const TYPING = [
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  ...[
    'textarea',
    'select',
    '[contenteditable]:not([contenteditable="false"])',
    '[role="textbox"]',
    '[role="combobox"]',
  ],
  ...['[role="listbox"]', '[role="menu"]', '[aria-haspopup="listbox"]', '[data-own-keys]'],
].join(', ');

/** What is above the page and has the keyboard for itself. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog[open]';

/**
 * Single letters that do something while the component is there: never with a modifier, while something is typed, or under a dialog. `repeats`: those that go on
 * while the key is held.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, repeats: readonly string[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  const held = useRef(repeats);
  held.current = repeats;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const key = event.key.toLowerCase();
      const run = latest.current[key];
      if (run === undefined || (event.repeat && !held.current.includes(key))) return;
      if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
      if (document.querySelector(ABOVE) !== null) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
