/** The six SIEM backends of the API document, in its order. Its ids name no product. */
export const TARGET_IDS = ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'] as const;

/** One backend id, for example `siem_spl`. */
export type TargetId = (typeof TARGET_IDS)[number];

/**
 * Everything that a rule can be converted to. No catalogue lists EQL: other targets are built on it, since Kibana's correlations are written
 * in it.
 */
export type ConvertibleId = TargetId | 'siem_eql';

/** The listed target whose fields, and so whose processing pipelines, a target shares. */
export function listedTarget(id: ConvertibleId): TargetId {
  return id === 'siem_eql' ? 'siem_lucene' : id;
}

/** Whether a string names one of the six backends. */
export function isTargetId(value: string): value is TargetId {
  return (TARGET_IDS as readonly string[]).includes(value);
}
