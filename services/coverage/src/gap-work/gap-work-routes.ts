import { currentId } from '@tripline/attack';
import { appendAudit } from '@tripline/auth';
import { BadRequestError, defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountToChange } from '../accounts/account-access.js';
import { lockAccount } from '../accounts/lock-account.js';
import type { ProviderName } from '../cloud/provider.js';
import { factsOf } from '../providers/facts-of.js';
import { deciderOf } from '../scope/decider.js';
import { gapWorkOperations } from './gap-work-operations.js';
import { storeWork } from './gap-work-store.js';

/** `/accounts/{id}/coverage/gaps/{technique}`: who works on a gap. */
export function createGapWorkRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(gapWorkOperations.setGapWork, {
      find: accountToChange(db),
      handle: async ({ body, found, params }, req, res) => {
        const { actor, userId } = deciderOf(req);
        const techniqueId = countedId(found.provider, params.technique);
        const { due_at: due = null, owner = null, state, ticket_url: ticketUrl = null } = body;
        const dueAt = due === null ? null : new Date(due);
        const updatedAt = new Date();
        await db.transaction(async (trx) => {
          await lockAccount(trx, found.id);
          const place = { accountId: found.id, techniqueId, userId };
          await storeWork(trx, place, { state, owner, dueAt, ticketUrl, updatedAt });
          await appendAudit(trx, {
            action: 'gap.updated',
            actor,
            target: { type: 'cloud_account', id: found.id },
            details: { technique: techniqueId, state, owner, due_at: due, ticket_url: ticketUrl },
          });
        });
        res.json({
          ...{ cloud_account_id: found.id, technique_id: techniqueId, state, owner },
          ...{ due_at: dueAt, ticket_url: ticketUrl, updated_at: updatedAt },
        });
      },
    }),
  ]);
}

/** The current id of a technique that accounts of the provider are counted over. */
function countedId(provider: ProviderName, given: string): string {
  const id = currentId(given);
  if (
    id !== undefined &&
    factsOf(provider)
      .techniques()
      .some((one) => one.id === id)
  )
    return id;
  throw new BadRequestError(
    `Invalid path: ${given.slice(0, 40)} is no technique that accounts of this provider are counted over; GET …/coverage/techniques lists them.`,
  );
}
