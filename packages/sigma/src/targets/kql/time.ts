import type { LeafScope } from '../../convert/text/leaf-scope.js';
import type { TimePart } from '../../model/condition.js';
import { type Column, definite } from './column.js';

const TIME_FUNCTIONS: Readonly<Record<TimePart, (time: string) => string>> = {
  minute: (time) => `datetime_part("minute", ${time})`,
  hour: (time) => `hourofday(${time})`,
  day: (time) => `dayofmonth(${time})`,
  week: (time) => `week_of_year(${time})`,
  month: (time) => `monthofyear(${time})`,
  year: (time) => `getyear(${time})`,
};

/** "This part of the column's time is one of the values." */
export function timeTest(column: Column, part: TimePart, values: readonly number[], { tolerance }: LeafScope): string {
  const time = column.type === 'datetime' ? column.expression : `todatetime(${column.expression})`;
  const call = TIME_FUNCTIONS[part](time);
  if (values.length === 1) return `${call} == ${values[0]}`;
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  if (values.length > 2 && greatest - least === values.length - 1) {
    return definite(`${call} between (${least} .. ${greatest})`, tolerance);
  }
  return `${call} in (${values.join(', ')})`;
}
