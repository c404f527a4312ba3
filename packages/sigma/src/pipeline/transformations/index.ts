import { FIELD_NAME_TRANSFORMATIONS } from './field-names.js';
import { HASH_TRANSFORMATIONS } from './hashes.js';
import { NESTING_TRANSFORMATIONS } from './nest.js';
import { PLACEHOLDER_TRANSFORMATIONS } from './placeholders.js';
import type { TransformationReaders } from './readers.js';
import { REFUSING_TRANSFORMATIONS } from './refusals.js';
import { RULE_TRANSFORMATIONS } from './rule.js';
import { VALUE_TRANSFORMATIONS } from './values.js';

/** All transformations of rules by the type that a file gives them. */
export const TRANSFORMATIONS: TransformationReaders = {
  ...FIELD_NAME_TRANSFORMATIONS,
  ...VALUE_TRANSFORMATIONS,
  ...HASH_TRANSFORMATIONS,
  ...PLACEHOLDER_TRANSFORMATIONS,
  ...RULE_TRANSFORMATIONS,
  ...REFUSING_TRANSFORMATIONS,
  ...NESTING_TRANSFORMATIONS,
};
