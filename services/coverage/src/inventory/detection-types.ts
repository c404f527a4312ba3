import { FOUND_DETECTION_TYPES } from '../providers/facts-of.js';

/** The types of detections (contract, "Coverage service"): those that the clouds' services declare, and rules that callers declare. */
export const DETECTION_TYPES = [...FOUND_DETECTION_TYPES, 'siem_rule'] as const;
export type DetectionType = (typeof DETECTION_TYPES)[number];
