import { BadRequestError } from '@tripline/service';
import Joi from 'joi';
import { validate as isUuid } from 'uuid';
import type { AuditFilter, AuditPosition } from '../../audit/audit-trail.js';

/** Query parameters of the audit trail, as they were read. */
export interface AuditQuery {
  readonly format: 'json' | 'csv';
  readonly from?: Moment;
  readonly to?: Moment;
  readonly action?: string;
  readonly actor?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A point in time as a caller wrote it; a day alone means the whole day. */
interface Moment {
  readonly first: Date;
  /** The first moment after it. */
  readonly end: Date;
}

const DAY_MS = 86_400_000;
/** In a query a plus sign means a space; a caller who did not escape it meant the plus. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+\- ]\d\d:\d\d))?$/;

const moment = Joi.string()
  .pattern(MOMENT)
  .custom((text: string, helpers) => readMoment(text) ?? helpers.error('string.pattern.base'))
  .messages({
    'string.pattern.base': '{{#label}} must be a day (2026-11-01, in UTC) or an ISO 8601 date and time with a zone',
  });

/** The page size by default. */
export const AUDIT_PAGE = 50;

/** Query parameters of `GET /v1/team/audit`. */
export const auditQuerySchema = Joi.object<AuditQuery>({
  format: Joi.string().valid('json', 'csv').default('json'),
  from: moment,
  to: moment,
  action: Joi.string()
    .pattern(/^[a-z_]{1,40}\.[a-z_]{1,40}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be the name of an action, such as member.invited' }),
  actor: Joi.string().max(254),
  limit: Joi.number().integer().min(1).max(200),
  cursor: Joi.string().max(200),
});

/** A day or time that exists in the calendar; undefined for others, such as February 30. */
function readMoment(text: string): Moment | undefined {
  const [, day = '', time] = MOMENT.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (time === undefined) return { first: midnight, end: new Date(midnight.getTime() + DAY_MS) };
  const instant = new Date(text.replace(' ', '+'));
  return Number.isNaN(instant.getTime()) ? undefined : { first: instant, end: instant };
}

/**
 * The events that a query asks for: `from` is included, `to` is not, but a day as `to` is included to its end.
 * @throws BadRequestError when the range ends before it begins, and for page parameters with a file
 */
export function auditFilter({ format, from, to, action, actor, limit, cursor }: AuditQuery): AuditFilter {
  if (format === 'csv' && (limit !== undefined || cursor !== undefined)) {
    const path = limit === undefined ? 'cursor' : 'limit';
    throw new BadRequestError(
      `Invalid query: ${path} can only be given with format=json; CSV has everything in range.`,
      {
        details: [{ path, message: `${path} can only be given with format=json` }],
      },
    );
  }
  if (from !== undefined && to !== undefined && from.first >= to.end) {
    throw new BadRequestError(
      `Invalid query: to (${to.end.toISOString()}) must be later than from (${from.first.toISOString()}).`,
      { details: [{ path: 'to', message: 'to must be later than from' }] },
    );
  }
  return { from: from?.first, to: to?.end, action, actor };
}

/** Writes a position in the log as an opaque text for callers. */
export function encodePosition({ micros, id }: AuditPosition): string {
  return Buffer.from(`${micros} ${id}`).toString('base64url');
}

/** Reads what {@link encodePosition} wrote. @throws BadRequestError for any other text */
export function decodePosition(text: string): AuditPosition {
  const [micros = '', id = '', ...more] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  if (!/^\d{1,16}$/.test(micros) || !isUuid(id) || more.length > 0) {
    throw new BadRequestError('The cursor is not one that this list gave. Leave it out to start at the beginning.', {
      details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
    });
  }
  return { micros, id };
}
