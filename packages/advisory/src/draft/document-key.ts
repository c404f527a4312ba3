import { createHash } from 'node:crypto';
import type { AdvisoryDocument } from '../model.js';

/** Identifies a document over repeated fetches: its address where it has one, else its text. Part of every rule's id. */
export function documentKey(doc: AdvisoryDocument): string {
  return doc.url ?? createHash('sha256').update(doc.text, 'utf8').digest('hex');
}
