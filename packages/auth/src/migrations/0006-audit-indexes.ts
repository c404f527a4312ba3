import type { Migration } from '@tripline/service';

/** A team's log by actor and by action, each newest first: for its filters, and for when a member was last active. */
export const auditIndexes: Migration = {
  name: '0006-audit-indexes',
  async up(trx) {
    await trx.raw(`
      create index audit_log_team_actor on auth.audit_log (team_id, actor_id, at desc, id desc);
      create index audit_log_team_action on auth.audit_log (team_id, action, at desc, id desc);
    `);
  },
};
