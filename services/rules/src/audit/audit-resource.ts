import { anyObject, instant, list, nullable, object, oneOf, text, uuid } from '@tripline/service';
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

/** A page of the audit log. */
export const auditPageResource = object({ events: list(event), nextCursor });
