import { json } from '@tripline/service';

const event = json.object({
  id: json.uuid,
  at: json.instant,
  actorId: json
    .nullable(json.text)
    .description('a user, `admin` for the operator, or `schedule` for scans that a schedule began')
    .example('0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77'),
  actorEmail: json.nullable(json.text).example('ada@example.com'),
  action: json.text.example('rule.generated'),
  targetType: json.nullable(json.text).example('generation'),
  targetId: json.nullable(json.text).example('0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c78'),
  outcome: json.oneOf(['success', 'refused', 'failure']),
  ip: json.nullable(json.text).example('203.0.113.7'),
  userAgent: json.nullable(json.text).example('curl/8.9.1'),
  details: json.anyObject.example({ inputType: 'url', rules: 14 }),
});

const fault = json.object({
  kind: json.oneOf(['event_changed', 'event_removed', 'event_added', 'seal_changed', 'seal_removed']),
  seal: json
    .nullable(json.integer)
    .description('its place in the chain, from 1; null for an event that no seal holds')
    .example(17),
  minute: json.nullable(json.instant).description('the minute of the seal or the event'),
  eventId: json.nullable(json.uuid).description('null where the seal itself is at fault'),
});

/** What checking the audit log against its seals found. */
export const auditVerificationResource = json.object({
  intact: json.yesOrNo,
  faults: json.list(fault).description('where the log differs from its seals; at most 100'),
  sealedEvents: json.integer.example(1204),
  unsealedEvents: json.integer.description('events of the last minute or two, which no seal holds yet').example(2),
  redactedEvents: json.integer
    .description('events that keep only the id of somebody whose account was deleted long ago')
    .example(0),
  head: json
    .nullable(
      json.object({
        position: json.integer.example(318),
        hash: json.text.example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
        sealedAt: json.instant,
      }),
    )
    .description('the end of the chain; kept elsewhere, it shows later whether the whole chain was made anew'),
});

/** A page of the audit log. */
export const auditPageResource = json.object({ events: json.list(event), nextCursor: json.nextCursor });
