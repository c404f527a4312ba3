import { AWS_DETECTION_TYPES } from '../aws/services/index.js';

/** The types of detections that the providers' services declare. */
export const FOUND_DETECTION_TYPES = [...AWS_DETECTION_TYPES] as const;
