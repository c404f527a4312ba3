import type { NoteCode } from '../../convert/note.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Rendered, Tolerance } from '../../convert/walk.js';
import type { RulePath } from '../../model/condition.js';

/** Where a leaf stands while it is rendered: which way it may be wrong, and how to say so. */
export interface Place {
  readonly ctx: ConversionContext;
  readonly tolerance: Tolerance;
  readonly path: RulePath;
  /** The escaped native names of another field of the same rule. */
  namesOf(field: string): readonly string[];
}

/** What one test becomes: a text to stand after `field:`, or a clause of its own. */
export type Term = { readonly value: string } | { readonly clause: Rendered };

/** Records a note about the part of the rule that is being rendered. */
export function noteAt(place: Place, code: NoteCode, message: string): void {
  const { selection, item } = place.path;
  place.ctx.note({ code, message, part: item === '' ? selection : `${selection}.${item}` });
}

/** The clause that an event has any value in a field (or in one of several). */
export function exists(names: readonly string[]): Rendered {
  if (names.length === 1) return `_exists_:${names[0]}`;
  return { text: names.map((name) => `_exists_:${name}`).join(' OR '), operator: 'or' };
}

/**
 * What stands for a test that cannot be said: where wider is tolerated, that the field has a value at all (which the test implied);
 * where narrower is, nothing.
 */
export function unsayable(names: readonly string[], place: Place, code: NoteCode, message: string): Rendered {
  noteAt(place, code, message);
  return place.tolerance === 'wider' ? exists(names) : false;
}
