import type { NoteCode } from '../../convert/note.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Rendered, Tolerance } from '../../convert/walk.js';
import type { RulePath } from '../../model/condition.js';

/** The position of a leaf while it is rendered: in which direction it may differ, and how to make notes. */
export interface Place {
  readonly ctx: ConversionContext;
  readonly tolerance: Tolerance;
  readonly path: RulePath;
  /** The escaped native names of another field of the same rule. */
  namesOf(field: string): readonly string[];
}

/** The result for one test: a text to follow `field:`, or a clause of its own. */
export type Term = { readonly value: string } | { readonly clause: Rendered };

/** Records a note about the part of the rule that is being rendered. */
export function noteAt(place: Place, code: NoteCode, message: string): void {
  const { selection, item } = place.path;
  place.ctx.note({ code, message, part: item === '' ? selection : `${selection}.${item}` });
}

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
  noteAt(place, code, message);
  return place.tolerance === 'wider' ? exists(names) : false;
}
