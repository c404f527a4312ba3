import { actorOf, appendAudit, callerOf, scopeOf } from '@tripline/auth';
import { ConflictError, defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import { listChangeEvents } from './change-event-store.js';
import { mailboxOf, setMails, wantsMails } from './change-mail-store.js';
import { changeOperations } from './change-operations.js';
import { listChanges } from './change-store.js';

/** `/accounts/{id}/changes` and `/changes`: what got worse, and who is told of it by mail. */
export function createChangeRouter({ db }: { readonly db: Knex }): Router {
  return defineRoutes([
    endpoint(changeOperations.listChanges, {
      find: accountInPath(db),
      handle: async ({ found, query }, _req, res) => {
        res.json({ cloud_account_id: found.id, ...(await listChanges(db, found.id, query)) });
      },
    }),
    endpoint(changeOperations.listChangeEvents, {
      handle: async ({ query }, req, res) => void res.json(await listChangeEvents(scopeOf(req), db, query)),
    }),
    endpoint(changeOperations.getChangeMail, {
      find: accountInPath(db),
      handle: async ({ found }, req, res) => {
        const { userId } = callerOf(req);
        const enabled = await wantsMails(db, found.id, userId);
        const email = enabled ? await mailboxOf(db, userId) : null;
        res.json({ cloud_account_id: found.id, enabled, email });
      },
    }),
    endpoint(changeOperations.setChangeMail, {
      find: accountInPath(db),
      handle: async ({ body: { enabled }, found }, req, res) => {
        const { userId } = callerOf(req);
        const email = await mailboxOf(db, userId);
        if (email === null) throw new ConflictError('A service account has no mailbox; let a person turn mails on.');
        await db.transaction(async (trx) => {
          await setMails(trx, found.id, userId, enabled);
          await appendAudit(trx, {
            action: 'account.change_mails_set',
            actor: actorOf(req),
            target: { type: 'cloud_account', id: found.id },
            details: { enabled },
          });
        });
        res.json({ cloud_account_id: found.id, enabled, email: enabled ? email : null });
      },
    }),
  ]);
}
