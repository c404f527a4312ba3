import { awsServiceMappings, type ControlMapping, guardDutyFindings } from '@tripline/attack';

/**
 * Services whose detections the cloud itself provides, so that their techniques are known. In all others a customer may have written
 * anything.
 */
const OWN_DETECTIONS: Readonly<Record<string, () => readonly ControlMapping[]>> = {
  guardduty: () => guardDutyFindings().flatMap(({ mappings }) => mappings),
  macie: () => awsServiceMappings('macie'),
  inspector: () => awsServiceMappings('inspector'),
  access_analyzer: () => awsServiceMappings('access_analyzer'),
};

const known = new Map<string, ReadonlySet<string>>();

/** Whether a detection of this service could show the technique, which matters for a cell that was not read. */
export function couldShow(service: string, techniqueId: string): boolean {
  const mappings = OWN_DETECTIONS[service];
  if (mappings === undefined) return true;
  let techniques = known.get(service);
  if (techniques === undefined) {
    techniques = new Set(
      mappings()
        .filter(({ category }) => category === 'detect')
        .map(({ techniqueId: id }) => id),
    );
    known.set(service, techniques);
  }
  return techniques.has(techniqueId);
}
