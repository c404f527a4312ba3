import { wordPairs, wordTexts } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';

const KUBECTL =
  /\bkubectl\s+(?:--?[\w-]{1,40}(?:[ =](?!-)[\w./:-]{1,200})?\s+){0,8}([a-z]+)(?:\s+(?:-[a-zA-Z]\s+\S{1,100}\s+|--[\w-]{1,40}(?:=\S{1,200})?\s+){0,8}([a-z][\w./-]*))?/g;
const RESOURCE_PATH =
  /(?<![\w/])(pods|serviceaccounts|nodes)\/(exec|attach|portforward|token|proxy|ephemeralcontainers)(?!\w)/g;

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
  for (const match of passage.text.matchAll(RESOURCE_PATH)) {
    found.push({ value: `create ${match[1]}/${match[2]}`, start: match.index, end: match.index + match[0].length });
  }
  return found;
}
