import { csvFile } from '@tripline/service';
import type { AuditRecord } from '../../audit/audit-trail.js';

const COLUMNS = [
  ...['id', 'at', 'actorId', 'actorEmail', 'action', 'targetType', 'targetId'],
  ...['outcome', 'ip', 'userAgent', 'details'],
] as const satisfies readonly (keyof AuditRecord)[];

/** The log as a file; `details` are JSON. */
export const auditCsv = csvFile(COLUMNS);
