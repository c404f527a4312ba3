import { applyItems } from '../session.js';
import type { TransformationReaders } from './readers.js';

/** `nest`: entries that run in their order where the outer entry's conditions hold. */
export const NESTING_TRANSFORMATIONS: TransformationReaders = {
  nest(parameters, readItems) {
    if (!parameters.has('items')) throw parameters.fault('nest needs the parameter "items"');
    const items = readItems(parameters.raw('items'));
    return (subject, { run }) => applyItems(items, subject, run);
  },
};
