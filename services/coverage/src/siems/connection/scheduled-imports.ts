import { findOwnerTier, tierLimits } from '@tripline/auth';
import { AppError, type Knex, type Logger, type Repeated, repeat } from '@tripline/service';
import { applyImport } from '../import-service.js';
import { siemById } from '../siem-store.js';
import { noteTry, takeDue } from './connection-store.js';
import type { SiemConnector } from './siem-connector.js';

/** What imports by schedule need. */
export interface ScheduledImportDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly connector: SiemConnector;
}

/** How often imports that are due are looked for, in seconds. */
const LOOK_SECONDS = 5;

/** Starts importing the rules of SIEMs whose schedule is due, one after the other. */
export function startScheduledImports(deps: ScheduledImportDeps): Repeated {
  const ending = new AbortController();
  const round = repeat(LOOK_SECONDS, 'imports of SIEMs', deps.log, async (isEnding) => {
    while (!isEnding()) {
      const siemId = await takeDue(deps.db);
      if (siemId === undefined) return;
      await importNow(deps, siemId, ending.signal);
    }
  });
  return {
    async close() {
      // One that is cut off is due again in some minutes.
      ending.abort(new Error('the process ends'));
      await round.close();
    },
  };
}

async function importNow(
  { connector, db, log }: ScheduledImportDeps,
  siemId: string,
  signal: AbortSignal,
): Promise<void> {
  const siem = await siemById(db, siemId);
  if (siem === undefined) return;
  const tier = await findOwnerTier(db, siem);
  if (!tierLimits(tier).features.includes('coverage'))
    return noteTry(db, siemId, 'The plan does not include coverage, so nothing is imported by schedule.');
  try {
    const read = await connector.pull(siem, signal);
    const actor = { id: 'schedule', email: null, teamId: siem.teamId ?? undefined };
    await applyImport(db, { actor }, siem, read, 'by itself');
  } catch (error) {
    if (signal.aborted) return;
    log.info({ err: error, siemId }, 'the rules of a SIEM could not be imported by schedule');
    await noteTry(db, siemId, error instanceof AppError ? error.message : 'Something went wrong on our side.');
  }
}
