import { lazyData } from '../data-file.js';

const sentences = lazyData(
  'technique-why.json',
  (raw: Readonly<Record<string, string>>) => new Map(Object.entries(raw)),
);

/** Why the first of these techniques that we have a sentence for matters to a defender; with a blank before it, or nothing. */
export function whyItMatters(techniques: readonly string[]): string {
  for (const id of techniques) {
    const sentence = sentences().get(id) ?? sentences().get(id.slice(0, 5));
    if (sentence !== undefined) return ` ${sentence}`;
  }
  return '';
}
