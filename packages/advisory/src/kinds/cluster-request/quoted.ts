import { wordPairs, wordSet } from '../../knowledge/load.js';
import type { Passage } from '../../segment/passage.js';
import { excerptsOf, fieldOf, placeIn } from '../log-excerpt.js';
import type { NamedRequest } from './kubectl.js';

/** The requests of the audit log's events that a passage quotes in JSON: `create daemonsets`, `create pods/exec`. */
export function quotedRequests(passage: Passage): readonly NamedRequest[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const verb = fieldOf(excerpt, 'verb')?.value ?? '';
    const resource = fieldOf(excerpt, 'objectRef.resource');
    if (resource === undefined || !wordSet('kubernetes-verbs').has(verb)) return [];
    const name = wordPairs('kubernetes-resources').get(resource.value) ?? resource.value;
    if (!isResource(name)) return [];
    const subresource = fieldOf(excerpt, 'objectRef.subresource')?.value ?? '';
    const target = isResource(subresource) ? `${name}/${subresource}` : name;
    return [{ value: `${verb} ${target}`, ...placeIn(passage, resource) }];
  });
}

/** Whether a value is written as resources are: in small letters alone. */
function isResource(value: string): boolean {
  return value !== '' && value.length < 64 && [...value].every((letter) => letter >= 'a' && letter <= 'z');
}
