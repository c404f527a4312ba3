import { actorOf, callerOf, type Once, refuseLapsedTeam, requireMember, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, ForbiddenError } from '@tripline/service';
import type { Request, Router } from 'express';
import { cloudOf } from '../cloud/provider.js';
import { accountInPath, accountToChange, refuseMembers } from './account-access.js';
import { moveAccounts } from './account-move.js';
import { accountOperations } from './account-operations.js';
import {
  type AccountCaller,
  type AccountDeps,
  changeAccount,
  createAccount,
  removeAccount,
  verifyAccount,
} from './account-service.js';
import { listAccounts } from './account-store.js';
import { accountView } from './account-view.js';

/** What the account routes need. */
export interface AccountRouterDeps extends AccountDeps {
  readonly once: Once;
}

const who = (req: Request): AccountCaller => ({ caller: callerOf(req), scope: scopeOf(req), actor: actorOf(req) });

/** `/accounts`: cloud accounts of the caller or their team. */
export function createAccountRouter(deps: AccountRouterDeps): Router {
  const { clouds, db } = deps;
  const view = async (account: Parameters<typeof accountView>[0]) =>
    accountView(account, await cloudOf(clouds, account.provider).setup(account.externalId));
  return defineRoutes([
    endpoint(accountOperations.listAccounts, {
      handle: async ({ query }, req, res) => {
        const { accounts, total } = await listAccounts(scopeOf(req), db, query);
        res.json({ accounts: await Promise.all(accounts.map(view)), total });
      },
    }),
    endpoint(accountOperations.createAccount, {
      find: async (req) => refuseMembers(req),
      handle: async ({ body }, req, res) => {
        await deps.once(req, res, body, async () => {
          res.json(await view(await createAccount(deps, who(req), body)));
        });
      },
    }),
    endpoint(accountOperations.moveAccounts, {
      find: async (req) => {
        const { isServiceAccount, userId } = callerOf(req);
        if (isServiceAccount) throw new ForbiddenError('A service account has nothing of its own to move.');
        refuseLapsedTeam(req);
        await requireMember(db, userId);
      },
      handle: async ({ body }, req, res) => {
        const { ownCredentialAccounts } = deps;
        const mover = { userId: callerOf(req).userId, actor: actorOf(req), ownCredentialAccounts };
        res.json(await moveAccounts(db, mover, body));
      },
    }),
    endpoint(accountOperations.getAccount, {
      find: accountInPath(db),
      handle: async ({ found }, _req, res) => void res.json(await view(found)),
    }),
    endpoint(accountOperations.updateAccount, {
      find: accountToChange(db),
      handle: async ({ body, found }, req, res) => {
        const account = await changeAccount(deps, who(req), found, body);
        res.json(await view(account));
      },
    }),
    endpoint(accountOperations.deleteAccount, {
      find: accountToChange(db),
      handle: async ({ found }, req, res) => {
        await removeAccount(scopeOf(req), db, actorOf(req), found);
        res.json({ message: `The account ${found.name} and everything stored about it has been removed.` });
      },
    }),
    endpoint(accountOperations.verifyAccount, {
      find: accountInPath(db),
      handle: async ({ found }, _req, res) => {
        const { detail, missingActions, status, warnings } = await verifyAccount(deps, found);
        res.json({ id: found.id, status, detail, missing_actions: missingActions, warnings });
      },
    }),
  ]);
}
