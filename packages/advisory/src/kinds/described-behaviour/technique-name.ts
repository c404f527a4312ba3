import { techniques } from '@tripline/attack';
import type { Span } from '../../model.js';

/** How far before a place the name of its technique can begin. */
const BEFORE = 48;
const AFTER = 24;

/** The last words of ATT&CK's names: "Boot or Logon Autostart Execution: …". */
const lastWords = (() => {
  let found: ReadonlySet<string> | undefined;
  return () => {
    found ??= new Set(techniques().map(({ name }) => name.split(' ').at(-1) ?? name));
    return found;
  };
})();

/** Whether words are only a technique's name in a list, not something the report describes: "T1070.001: Clear Windows Event Logs". */
export function isTechniqueName(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const parent = /([A-Z][\w-]*): $/.exec(before)?.[1];
  return (
    /\bT\d{4}(?:\.\d{3})?[\])}:\s|–-]*(?:[A-Z][\w ]{2,40}: )?$/.test(before) ||
    (parent !== undefined && lastWords().has(parent)) ||
    /^[^.;\n]{0,16}[([–-]\s*T\d{4}/.test(text.slice(end, end + AFTER))
  );
}
