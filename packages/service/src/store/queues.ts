/**
 * The queues of BullMQ: their names, and the prefix of their keys, which a Redis cluster keeps in one slot. They are all here, since the
 * operator's page shows them together.
 */
export const QUEUES = {
  mail: { name: 'mail', prefix: '{tripline}' },
  scans: { name: 'scans', prefix: '{tripline}' },
  firstScans: { name: 'first-scans', prefix: '{tripline}' },
} as const;
