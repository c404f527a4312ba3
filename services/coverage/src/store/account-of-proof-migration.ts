import type { Migration } from '@tripline/service';

/** Postgres fills in the account of a proof: the release before, which knows no such column, still records proof on this schema. */
export const accountOfProof: Migration = {
  name: '0015-account-of-proof',
  async up(trx) {
    await trx.raw(`
      create function coverage.fill_account_of_proof() returns trigger language plpgsql as $$
        begin
          select account_id into new.account_id from coverage.detections where id = new.detection_id;
          return new;
        end $$;
      create trigger fill_account_of_proof before insert on coverage.proof
        for each row execute function coverage.fill_account_of_proof();
    `);
  },
};
