import type { Migration } from '@tripline/service';

/** The detections that the change feed has yet to look at. Without this every snapshot would read all of an account's detections. */
export const untoldDetections: Migration = {
  name: '0014-untold-detections',
  async up(trx) {
    await trx.raw(
      'create index detections_untold on coverage.detections (account_id) where told_status is distinct from status',
    );
  },
};
