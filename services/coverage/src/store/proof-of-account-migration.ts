import type { Migration } from '@tripline/service';

/** A proof names its detection's account, so that what an account has proven is read without a look at all its detections. */
export const proofOfAccount: Migration = {
  name: '0012-proof-of-account',
  async up(trx) {
    await trx.raw(`
      alter table coverage.proof add column account_id uuid;
      update coverage.proof p set account_id = d.account_id from coverage.detections d where d.id = p.detection_id;
      alter table coverage.proof alter column account_id set not null;
      create index proof_by_account on coverage.proof (account_id);
    `);
  },
};
