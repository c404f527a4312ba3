import { type Place, type Term, unsayable } from './place.js';

/** A regular expression on a keyword field, in Lucene's dialect. */
export function regexTerm(_source: string, _flags: string, name: string, place: Place): Term {
  return {
    clause: unsayable(
      [name],
      place,
      'widened_regex',
      'The expression has no counterpart in Lucene; only the presence of the field is asked for.',
    ),
  };
}
