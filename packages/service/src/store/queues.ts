/**
 * The queues of BullMQ, by what is in them: their names, and the prefix of their keys, which a Redis cluster keeps in one slot. Here, and not with who
 * fills them, since the operator's page shows all of them.
 */
export const QUEUES = {
  mail: { name: 'mail', prefix: '{tripline}' },
  scans: { name: 'scans', prefix: '{tripline}' },
} as const;
