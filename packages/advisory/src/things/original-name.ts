import { isBuiltIn } from '../indicators/built-in-name.js';
import type { FoundThing } from '../model.js';
import { isStockProgram } from '../segment/programs.js';
import { hasEnding, isExe } from '../text/ends.js';
import type { Page } from './page.js';

/**
 * Finds the original file names that a text tells of an intruder's programs and libraries: the logs of processes and of loaded libraries keep them,
 * whatever the files are called.
 */
export function findOriginalNames({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators.flatMap(({ type, value, spans }): readonly FoundThing[] => {
    const thing = hasEnding(value, '.dll') ? 'library' : 'process';
    if (type !== 'file-name' || !(thing === 'library' || isExe(value)) || isStockProgram(value)) return [];
    const told = spans.filter(({ start }) => isBuiltIn(doc.text, start, 'original-name-words'));
    return told.length === 0 ? [] : [{ thing, value, deed: 'renamed', spans: told }];
  });
}
