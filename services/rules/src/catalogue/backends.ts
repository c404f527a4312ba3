import { describedTarget, listStacks, TARGET_IDS } from '@tripline/sigma';
import type { Backend } from './catalogue-resources.js';

/** The backends of the compatibility table, those of the API document first, each with its named stacks. */
export const BACKENDS: readonly Backend[] = TARGET_IDS.map((id) => {
  const { default: isDefault, features, outputFormat } = describedTarget(id);
  const stacks = listStacks(id).map((stack) => ({
    id: stack.id,
    title: stack.title,
    data: stack.data,
    default: stack.default,
  }));
  return { id, default: isDefault, outputFormat, features, stacks };
});
