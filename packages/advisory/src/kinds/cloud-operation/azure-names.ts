import type { Passage } from '../../segment/passage.js';
import { endsWithAny } from '../../text/ends.js';
import type { NamedOperation } from './named-operation.js';

const AZURE_NAME = /\bMicrosoft\.[A-Za-z]{3,40}(?:\/[A-Za-z0-9]{2,60}){1,6}\b/gi;

/** Azure resource-provider operations (`Microsoft.Compute/virtualMachines/write`) named in a passage. */
export function azureNames(passage: Passage): readonly NamedOperation[] {
  const found: NamedOperation[] = [];
  for (const match of passage.text.matchAll(AZURE_NAME)) {
    if (!endsWithAny(match[0].toLowerCase(), ['/write', '/delete', '/action', '/read'])) continue;
    found.push({ name: match[0], start: match.index, end: match.index + match[0].length, certainty: 0.97 });
  }
  return found;
}
