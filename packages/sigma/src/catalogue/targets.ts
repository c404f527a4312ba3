/** The six SIEM backends of the API document, in its order. Its ids name no product. */
export const TARGET_IDS = ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'] as const;

/** One backend id, for example `siem_spl`. */
export type TargetId = (typeof TARGET_IDS)[number];

/** Whether a string names one of the six backends. */
export function isTargetId(value: string): value is TargetId {
  return (TARGET_IDS as readonly string[]).includes(value);
}
