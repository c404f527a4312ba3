import { anyObject, instant, integer, list, nullable, object, oneOf, text, uuid, yesOrNo } from '@tripline/service';
import { nextCursor } from '../openapi/shared-fields.js';

const event = object({
  id: uuid,
  at: instant,
  actorId: nullable(text)
    .description('a user, `admin` for the operator, or `schedule` for scans begun by one')
    .example('0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77'),
  actorEmail: nullable(text).example('ada@example.com'),
  action: text.example('rule.generated'),
  targetType: nullable(text).example('generation'),
  targetId: nullable(text).example('0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c78'),
  outcome: oneOf(['success', 'refused', 'failure']),
  ip: nullable(text).example('203.0.113.7'),
  userAgent: nullable(text).example('curl/8.9.1'),
  details: anyObject.example({ inputType: 'url', rules: 14 }),
});

const fault = object({
  kind: oneOf(['event_changed', 'event_removed', 'event_added', 'seal_changed', 'seal_removed']),
  seal: nullable(integer)
    .description('its place in the chain, from 1; null for an event that no seal holds')
    .example(17),
  minute: nullable(instant).description('the minute of the seal or the event'),
  eventId: nullable(uuid).description('null where the seal itself is at fault'),
});

/** What checking the audit log against its seals found. */
export const auditVerificationResource = object({
  intact: yesOrNo,
  faults: list(fault).description('where the log is not what was sealed; at most 100'),
  sealedEvents: integer.example(1204),
  unsealedEvents: integer.description('of the last minute or two, in no seal yet').example(2),
  redactedEvents: integer
    .description('that no more say who somebody was, whose account was deleted long ago')
    .example(0),
  head: nullable(
    object({
      position: integer.example(318),
      hash: text.example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
      sealedAt: instant,
    }),
  ).description('the end of the chain; kept elsewhere, it shows later whether the whole chain was made anew'),
});

/** A page of the audit log. */
export const auditPageResource = object({ events: list(event), nextCursor });
