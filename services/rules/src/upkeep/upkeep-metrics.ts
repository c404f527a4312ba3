import { oldestUnsealedSeconds, readOutboxBacklog } from '@tripline/auth';
import { inTime, type Knex, type Metrics } from '@tripline/service';
import { Gauge } from 'prom-client';
import { oldestJobSeconds } from '../bulk/bulk-upkeep.js';

/** Registers metrics of Postgres: the waiting mails, audit events and jobs, and the size of the database, read at each scrape. */
export function observeUpkeep({ registry }: Metrics, db: Knex): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'tripline_oldest_untried_mail_seconds',
    help: 'Age of the oldest mail in the outbox that nobody has tried to send, in seconds; 0 when there is none.',
    registers,
  });
  new Gauge({
    name: 'tripline_waiting_mails',
    help: 'Mails in the outbox that are still to be sent.',
    registers,
    async collect() {
      this.reset();
      oldest.reset();
      const backlog = await inTime(readOutboxBacklog(db));
      if (backlog === undefined) return;
      this.set(backlog.waiting);
      oldest.set(backlog.oldestUntriedSeconds);
    },
  });
  new Gauge({
    name: 'tripline_oldest_unsealed_event_seconds',
    help: 'Age of the oldest event of the audit log that no seal holds yet, in seconds; 0 when there is none.',
    registers,
    async collect() {
      this.reset();
      const seconds = await inTime(oldestUnsealedSeconds(db));
      if (seconds !== undefined) this.set(seconds);
    },
  });
  new Gauge({
    name: 'tripline_oldest_bulk_job_seconds',
    help: 'How long the job over many rules that has stood still for longest has done so, in seconds; 0 when none is open.',
    registers,
    async collect() {
      this.reset();
      const seconds = await inTime(oldestJobSeconds(db));
      if (seconds !== undefined) this.set(seconds);
    },
  });
  new Gauge({
    name: 'tripline_database_bytes',
    help: 'Size of the database on the disk of Postgres.',
    registers,
    async collect() {
      this.reset();
      const bytes = await inTime(databaseBytes(db));
      if (bytes !== undefined) this.set(bytes);
    },
  });
}

async function databaseBytes(db: Knex): Promise<number | undefined> {
  const { rows } = await db.raw<{ rows: { bytes: string }[] }>('select pg_database_size(current_database()) as bytes');
  return rows[0] === undefined ? undefined : Number(rows[0].bytes);
}
