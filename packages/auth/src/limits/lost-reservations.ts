import type { Knex } from '@tripline/service';
import { addToCounts } from './usage-counts.js';

interface Lost {
  readonly user_id: string;
  readonly day: string;
  readonly buckets: readonly string[];
}

/**
 * Gives back the generations of dead processes: those whose reservation has not been renewed. Any number of workers may do so at once.
 * @returns how many
 */
export async function returnLostReservations(db: Knex): Promise<number> {
  for (let returned = 0; ; returned += 1) {
    const found = await db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: Lost[] }>(
        `delete from auth.usage_reservations where id in
           (select id from auth.usage_reservations where expires_at < now() limit 1 for update skip locked)
         returning user_id, day::text as day, buckets`,
      );
      const [lost] = rows;
      if (lost !== undefined)
        await addToCounts(trx, { userId: lost.user_id, day: lost.day, buckets: lost.buckets }, -1);
      return lost !== undefined;
    });
    if (!found) return returned;
  }
}
