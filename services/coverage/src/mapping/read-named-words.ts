import { awsOperations } from '@tripline/attack';
import type { DeclaredReading } from '../providers/declared-reading.js';
import { all, any, type Condition, field } from './condition.js';
import { readDeclaredRule } from './read-declared-rule.js';

/** Words of one text that are looked up; a query names far fewer events. */
const MOST_WORDS = 200;

/**
 * What a text that is no rule we can read names of CloudTrail: events and services by their names as words. Nobody knows how its query combines
 * them, so that they say which logs it needs and never which techniques it shows. Undefined where it names nothing.
 */
export function readNamedWords(text: string): DeclaredReading | undefined {
  const words = [...new Set(text.match(/[A-Za-z][\w.-]{3,80}/g) ?? [])];
  const names = words.filter((word) => /[a-z][A-Z]/.test(word) && awsOperations(word).length > 0).slice(0, MOST_WORDS);
  const sources = words.filter((word) => word.endsWith('.amazonaws.com')).slice(0, MOST_WORDS);
  if (names.length + sources.length === 0) return undefined;
  const equals = (name: string, values: readonly string[]): readonly Condition[] =>
    values.length === 0 ? [] : [any(values.map((value) => field(name, { op: 'equals', value, ignoreCase: true })))];
  // Events of services that the text does not name are none of its own.
  const condition = all([
    ...equals('eventName', names),
    ...equals('eventSource', names.length === 0 ? sources : ownSources(names, sources)),
  ]);
  const { reads } = readDeclaredRule([{ product: 'aws', service: 'cloudtrail' }], [condition]);
  return { reads, mappings: [] };
}

function ownSources(names: readonly string[], sources: readonly string[]): readonly string[] {
  const of = new Set(names.flatMap((name) => awsOperations(name).map(({ source }) => source)));
  return sources.filter((source) => of.has(source));
}
