import { awsServiceMappings, type ControlMapping, guardDutyFindings } from '@tripline/attack';

/** Services whose detections are the cloud's own: what they can show is known. In all others a customer may have written anything. */
const OWN_DETECTIONS: Readonly<Record<string, () => readonly ControlMapping[]>> = {
  guardduty: () => guardDutyFindings().flatMap(({ mappings }) => mappings),
  macie: () => awsServiceMappings('macie'),
  inspector: () => awsServiceMappings('inspector'),
  access_analyzer: () => awsServiceMappings('access_analyzer'),
};

const known = new Map<string, ReadonlySet<string>>();

/** Whether a detection of this service could show the technique: what an unread cell leaves open. */
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
