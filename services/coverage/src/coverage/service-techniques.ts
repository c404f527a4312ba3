import { awsServiceOf } from '../aws/services/index.js';

const known = new Map<string, ReadonlySet<string> | 'any'>();

/**
 * Whether a detection of this service could show the technique, which matters for a cell that was not read. Where customers write the
 * detections, they may show any.
 * @throws Error for a service that is not declared
 */
export function couldShow(service: string, techniqueId: string): boolean {
  let techniques = known.get(service);
  if (techniques === undefined) {
    techniques = detectedBy(service);
    known.set(service, techniques);
  }
  return techniques === 'any' || techniques.has(techniqueId);
}

function detectedBy(service: string): ReadonlySet<string> | 'any' {
  const mappings = awsServiceOf(service).techniques?.();
  if (mappings === undefined) return 'any';
  return new Set(mappings.filter(({ category }) => category === 'detect').map(({ techniqueId }) => techniqueId));
}
