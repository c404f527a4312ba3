import { detailsOf, sysmonDetails } from '../catalogue/registry-data.js';
import type { QueryTest } from '../query/query-tree.js';
import { exactly, partly } from '../query/values.js';

/**
 * A test of a registry value's data, which the product has as a number and Sysmon between words, in Sigma's spellings.
 * @param whole the whole value that the test asks for, if it asks for one
 */
export function registryData(test: QueryTest, whole: string | undefined): readonly QueryTest[] {
  if (whole !== undefined)
    return sysmonDetails(whole) === undefined ? [test] : detailsOf(whole).map((each) => exactly(each));
  if (test.op !== 'string' || test.pattern.shape !== 'endswith') return [test];
  const { literal } = test.pattern;
  // Behind the last digits stands the bracket.
  return sysmonDetails(literal) === undefined ? [test] : [partly('endswith', `${literal})`, test.cased)];
}
