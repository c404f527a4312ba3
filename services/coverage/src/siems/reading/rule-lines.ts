import { loadAll } from 'js-yaml';
import { objectOf } from '../exports/json-values.js';

/** Lines that are compared of one rule, and characters that are kept of each. */
const MOST_LINES = 5_000;
const LONGEST_LINE = 500;

/**
 * What a text of Sigma looks for, a line for each value with its place (`selection.eventName: StopLogging`), so that two texts of one rule
 * are compared by what they say and not by how they are written. Texts about the rule, such as its title, are left out.
 */
export function ruleLines(yaml: string): readonly string[] {
  const lines: string[] = [];
  for (const value of loadAll(yaml)) {
    const { correlation, detection, logsource } = objectOf(value);
    addLines('logsource', logsource, lines);
    addLines('', detection, lines);
    addLines('correlation', correlation, lines);
  }
  return lines;
}

function addLines(place: string, value: unknown, lines: string[]): void {
  if (lines.length >= MOST_LINES || value === undefined) return;
  if (Array.isArray(value)) for (const one of value) addLines(place, one, lines);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) addLines(place === '' ? key : `${place}.${key}`, one, lines);
  else lines.push(`${place}: ${String(value)}`.slice(0, LONGEST_LINE));
}
