import { wordPairs, wordSet, wordTexts } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { isWordCharacter, placesOf } from '../../text/characters.js';
import { skip, skipBack } from '../../text/stretches.js';

const KUBECTL =
  /\bkubectl\s+(?:--?[\w-]{1,40}(?:[ =](?!-)[\w./:-]{1,200})?\s+){0,8}([a-z]+)(?:\s+(?:-[a-zA-Z]\s+\S{1,100}\s+|--[\w-]{1,40}(?:=\S{1,200})?\s+){0,8}([a-z][\w./-]*))?/g;

/** A Kubernetes request as the audit log writes it (`list secrets`, `create pods/exec`), found by a kubectl command or a resource path. */
export interface NamedRequest extends Span {
  readonly value: string;
}

/** Kubernetes requests named by kubectl commands and sub-resource paths in a passage. */
export function namedRequests(passage: Passage): readonly NamedRequest[] {
  const found: NamedRequest[] = [];
  for (const match of passage.text.matchAll(KUBECTL)) {
    const verb = wordTexts('kubectl-verbs').get(match[1] as string);
    if (verb === undefined) continue;
    const at = { start: match.index, end: match.index + match[0].length };
    if (verb.includes(' ')) {
      found.push({ value: verb, ...at });
      continue;
    }
    const written = (match[2] ?? '').split('/')[0] ?? '';
    const resource = wordPairs('kubernetes-resources').get(written);
    if (resource !== undefined) found.push({ value: `${verb} ${resource}`, ...at });
  }
  for (const slash of placesOf(passage.text, '/')) {
    const start = skipBack(passage.text, slash, isWordCharacter);
    const part = passage.text.slice(start, skip(passage.text, slash + 1, isWordCharacter));
    if (passage.text[start - 1] !== '/' && wordSet('kubernetes-subresources').has(part))
      found.push({ value: `create ${part}`, start, end: start + part.length });
  }
  return found;
}
