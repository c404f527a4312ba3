import type { ImportWarning } from './exported-rule.js';

/** Says that a list is one page of several, which its own count tells. */
export function onePage(seen: number, total: number): readonly ImportWarning[] {
  if (seen >= total) return [];
  return [
    {
      kind: 'one_page',
      text: `It has ${seen} of ${total} rules, one page of several. The rules of the others count as gone: send all pages as files of one archive.`,
    },
  ];
}
