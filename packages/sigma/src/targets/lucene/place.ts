import type { NoteCode } from '../../convert/note.js';
import { LeafScope } from '../../convert/text/leaf-scope.js';
import type { Rendered } from '../../convert/walk.js';
import { escapeFieldName } from './escape.js';
import type { LuceneMap } from './resolve.js';

/** Where a leaf stands while it is written, and the fields beside it. */
export class Place extends LeafScope {
  constructor(
    readonly map: LuceneMap,
    ...scope: ConstructorParameters<typeof LeafScope>
  ) {
    super(...scope);
  }

  /** The escaped native names of another field of the same rule. */
  namesOf(field: string): readonly string[] {
    return this.map.field(field).names.map(escapeFieldName);
  }
}

/** The result for one test: a text to follow `field:`, or a clause of its own. */
export type Term = { readonly value: string } | { readonly clause: Rendered };

/** The clause for a field (or one of several) that has any value. */
export function exists(names: readonly string[]): Rendered {
  if (names.length === 1) return `_exists_:${names[0]}`;
  return { text: names.map((name) => `_exists_:${name}`).join(' OR '), operator: 'or' };
}

/**
 * The replacement for a test that cannot be expressed: where wider is allowed, that the field has a value (which the test implied); where
 * narrower is, nothing.
 */
export function unsayable(names: readonly string[], place: Place, code: NoteCode, message: string): Rendered {
  return place.leaveOut(code, message) && exists(names);
}

/** The same for a test on one field. */
export function unsaid(name: string, place: Place, code: NoteCode, message: string): Term {
  return { clause: unsayable([name], place, code, message) };
}
