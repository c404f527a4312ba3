import type { SigmaDocument } from '../model/rule.js';
import type { Mapping } from './yaml.js';

/** What each parsed document was read from; it lives as long as the document does. */
const sources = new WeakMap<SigmaDocument, readonly Mapping[]>();

/** Keeps the map that a document was read from. */
export function noteWritten(document: SigmaDocument, source: Mapping): void {
  sources.set(document, [source]);
}

/** Says that a document is another one, narrowed by a filter: it was written by both. */
export function noteNarrowed<D extends SigmaDocument>(narrowed: D, document: SigmaDocument, filter: SigmaDocument): D {
  sources.set(narrowed, [...writtenOf(document), ...writtenOf(filter)]);
  return narrowed;
}

/** The maps that a document was read from: its own, then those of the filters that narrow it. Empty for one that nobody parsed. */
export function writtenOf(document: SigmaDocument): readonly Mapping[] {
  return sources.get(document) ?? [];
}
