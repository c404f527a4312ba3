import { FIELD_NAME_TRANSFORMATIONS } from './field-names.js';
import type { TransformationReaders } from './readers.js';
import { RULE_TRANSFORMATIONS } from './rule.js';

/** All transformations of rules by the type that a file gives them. */
export const TRANSFORMATIONS: TransformationReaders = {
  ...FIELD_NAME_TRANSFORMATIONS,
  ...RULE_TRANSFORMATIONS,
};
