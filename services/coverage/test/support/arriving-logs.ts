import { randomUUID } from 'node:crypto';
import { awsEvents } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import { awsLogOfEvent } from '@tripline/telemetry';

/** Cells of CloudTrail in which a trail brings every log that has events with known techniques, as a scan leaves them. */
export async function everyLogArrives(db: Knex, accountId: string, regions: readonly string[]): Promise<void> {
  const logs = new Map(
    awsEvents().map(({ name, source }) => {
      const taken = awsLogOfEvent(source, name);
      return [`${taken.log} ${taken.resourceType}`, { ...taken, whole: true, leavesOut: [] }];
    }),
  );
  const trail = { kind: 'trail', name: 'main', arn: null, seenRegions: null, gap: null, detail: null, idle: false };
  await db('coverage.account_cells').insert(
    regions.map((region) => ({
      ...{ account_id: accountId, service: 'cloudtrail', region },
      ...{ is_known: true, scan_id: randomUUID(), read_at: new Date() },
      feeds: JSON.stringify([{ ...trail, takes: [...logs.values()] }]),
    })),
  );
}
