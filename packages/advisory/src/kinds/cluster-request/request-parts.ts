import type { ClusterRequest } from '../../model.js';

/** Verb, resource and subresource of a request: `create pods/exec`. */
export function requestParts(value: string): Pick<ClusterRequest, 'verb' | 'resource' | 'subresource'> {
  const [verb = '', target = ''] = value.split(' ');
  const [resource = '', subresource] = target.split('/');
  return { verb, resource, ...(subresource === undefined ? {} : { subresource }) };
}
