import { BadRequestError, type Knex } from '@tripline/service';
import { LEVELS } from '@tripline/sigma';
import { validate as isUuid } from 'uuid';
import { RULE_STATES } from '../rule/rule-resource.js';

/** Microseconds since 1970, which JavaScript's dates do not hold. */
const moment = (column: string) => ({
  sql: column,
  position: `(extract(epoch from ${column}) * 1000000)::bigint::text`,
  value: `(timestamptz 'epoch' + ?::bigint * interval '1 microsecond')`,
  form: /^\d{1,17}$/,
});
const rank = (column: string, values: readonly string[]) => {
  const sql = `array_position(array[${values.map((value) => `'${value}'`).join(', ')}], ${column})`;
  return { sql, position: `${sql}::text`, value: '?::int', form: /^\d{1,2}$/ };
};
const text = (sql: string) => ({ sql, position: sql, value: '?::text', form: /^[^\0]*$/su });

/** What rules are ordered by, in SQL: the value, the value as a cursor keeps it, and how it is read from there. */
const COLUMNS = {
  created: moment('created_at'),
  updated: moment('updated_at'),
  // A cursor has it, and goes into an address.
  title: text('left(lower(title), 200)'),
  level: rank('level', LEVELS),
  state: rank('state', RULE_STATES),
  platform: text(`coalesce(platform, '')`),
} as const;

type Column = keyof typeof COLUMNS;

/** The order of a list of rules; with a minus before it from the last to the first. Rules that are equal in it follow their ids. */
export type RuleOrder = Column | `-${Column}`;

/** All orders of a list of rules. */
export const RULE_ORDERS = Object.keys(COLUMNS).flatMap((name): RuleOrder[] => [name as Column, `-${name as Column}`]);

/** The newest first. */
export const NEWEST_FIRST: RuleOrder = '-created';

const columnOf = (order: RuleOrder) => COLUMNS[order.replace('-', '') as Column];

/** A row's place in an order: the last of a page. */
export interface RulePlace {
  readonly position: string;
  readonly id: string;
}

/** Selects what {@link encodePlace} needs of a row, as `position`. */
export const positionIn = (order: RuleOrder): string => `${columnOf(order).position} as position`;

/** Puts the rows of a query into order, from after a place on. */
export function inOrder(query: Knex.QueryBuilder, order: RuleOrder, after?: RulePlace): void {
  const { sql, value } = columnOf(order);
  const [direction, beyond] = order.startsWith('-') ? ['desc', '<'] : ['asc', '>'];
  void query.orderByRaw(`${sql} ${direction}, id ${direction}`);
  if (after !== undefined) {
    void query.whereRaw(`(${sql}, id) ${beyond} (${value}, ?::uuid)`, [after.position, after.id]);
  }
}

/** Writes a place as an opaque text for callers. */
export const encodePlace = (order: RuleOrder, { id, position }: RulePlace): string =>
  Buffer.from([order, id, position].join(' ')).toString('base64url');

/**
 * Reads a cursor that {@link encodePlace} wrote for a list in this order.
 * @throws BadRequestError for any other text
 */
export function decodePlace(cursor: string, order: RuleOrder): RulePlace {
  const [written, id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const position = rest.join(' ');
  if (isUuid(id) && written === order && columnOf(order).form.test(position)) return { id, position };
  throw new BadRequestError('The cursor is not one that this list gave in this order. Leave it out to start anew.', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list in this order' }],
  });
}
