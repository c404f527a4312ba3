import { awsOperations } from '@tripline/attack';
import type { DeclaredReading } from '../cloud/declared-reading.js';
import { any, field } from './condition.js';
import { readDeclaredRule } from './read-declared-rule.js';

/** Words of one text that are looked up; a query names far fewer events. */
const MOST_WORDS = 200;

/**
 * What a text that is no rule we can read names of CloudTrail: events and services by their names as words. Nobody knows how its query combines
 * them, so that they say which logs it needs and never which techniques it shows. A service counts where no event is named. Undefined where it
 * names nothing.
 */
export function readNamedWords(text: string): DeclaredReading | undefined {
  const words = [...new Set(text.match(/[A-Za-z][\w.-]{3,80}/g) ?? [])];
  const names = words.filter((word) => /[a-z][A-Z]/.test(word) && awsOperations(word).length > 0).slice(0, MOST_WORDS);
  const sources = words.filter((word) => word.endsWith('.amazonaws.com')).slice(0, MOST_WORDS);
  if (names.length + sources.length === 0) return undefined;
  const [which, values] = names.length > 0 ? (['eventName', names] as const) : (['eventSource', sources] as const);
  const condition = any(values.map((value) => field(which, { op: 'equals', value, ignoreCase: true })));
  const { reads } = readDeclaredRule([{ product: 'aws', service: 'cloudtrail' }], [condition], false);
  return { reads, mappings: [] };
}
