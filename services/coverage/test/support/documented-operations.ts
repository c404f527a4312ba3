import { ACCOUNT_OPERATIONS } from './documented-account-operations.js';
import { COVERAGE_OPERATIONS } from './documented-coverage-operations.js';
import { DETECTION_OPERATIONS } from './documented-detection-operations.js';
import { DOOR_OPERATIONS } from './documented-door-operations.js';
import type { Operation } from './documented-operation.js';
import { SIEM_OPERATIONS } from './documented-siem-operations.js';

/** Every operation, but the one that answers a stream. */
export const OPERATIONS: readonly Operation[] = [
  ...COVERAGE_OPERATIONS,
  ...DETECTION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...DOOR_OPERATIONS,
  ...SIEM_OPERATIONS,
];
