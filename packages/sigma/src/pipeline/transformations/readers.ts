import type { ProcessingItem, Transformation } from '../model.js';
import type { Parameters } from '../parameters.js';

/** What reads a transformation's parameters; `readItems` reads those of `nest`. */
type TransformationReader = (
  parameters: Parameters,
  readItems: (list: unknown) => readonly ProcessingItem[],
) => Transformation;

/** The transformations of one kind by their type. */
export type TransformationReaders = Readonly<Record<string, TransformationReader>>;
