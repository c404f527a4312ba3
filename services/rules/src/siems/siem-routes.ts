import {
  type Actor,
  actorOf,
  appendAudit,
  callerOf,
  holdOwner,
  type OwnerScope,
  partOf,
  requireTeamRole,
  scopeOf,
  teamScopeOf,
} from '@tripline/auth';
import { defineRoutes, endpoint, ForbiddenError, type Knex } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import { siemOperations } from './siem-operations.js';
import type { MySiems } from './siem-resource.js';
import type { Siem } from './siem-schemas.js';
import { findSiems, saveSiems } from './siem-store.js';

/** What the routes need. */
export interface SiemRouterDeps {
  readonly db: Knex;
  /** A person's access token. */
  readonly session: RequestHandler;
  /** The same, of a member of a team. */
  readonly member: readonly RequestHandler[];
}

/** `/v1/me/siems` and `/v1/team/siems`: which SIEMs the dashboard shows first, and for which data. */
export function createSiemRouter({ db, member, session }: SiemRouterDeps): Router {
  const administrator = [...member, requireTeamRole(['owner', 'admin'])];
  return defineRoutes([
    endpoint(siemOperations.getMySiems, {
      guard: [session],
      handle: async (_input, req, res) => succeed(res, await readMine(db, scopeOf(req))),
    }),
    endpoint(siemOperations.setMySiems, {
      guard: [session],
      handle: async ({ body }, req, res) => {
        const { userId } = callerOf(req);
        await db.transaction(async (trx) => {
          await saveSiems(await holdOwner({ userId }, trx), trx, body.siems, new Date());
        });
        succeed(res, await readMine(db, scopeOf(req)));
      },
    }),
    endpoint(siemOperations.getTeamSiems, {
      guard: member,
      handle: async (_input, req, res) => {
        const scope = teamScopeOf(req);
        succeed(res, { siems: (await findSiems(scope, db)).get(scope.teamId) ?? [] });
      },
    }),
    endpoint(siemOperations.setTeamSiems, {
      guard: administrator,
      handle: async ({ body }, req, res) => {
        await chooseForTeam(db, scopeOf(req), actorOf(req), body.siems);
        succeed(res, { siems: body.siems });
      },
    }),
  ]);
}

async function readMine(db: Knex, scope: OwnerScope): Promise<MySiems> {
  const chosen = await findSiems(scope, db);
  const own = chosen.get(scope.userId) ?? [];
  const team = (scope.teamId === undefined ? undefined : chosen.get(scope.teamId)) ?? [];
  if (own.length > 0) return { siems: own, from: 'own', own, team };
  return { siems: team, from: team.length > 0 ? 'team' : 'nobody', own, team };
}

/** Keeps the choice of a team. @throws ForbiddenError when the team has ended meanwhile */
async function chooseForTeam(db: Knex, scope: OwnerScope, actor: Actor, siems: readonly Siem[]): Promise<void> {
  await db.transaction(async (trx) => {
    const owner = await holdOwner(partOf(scope, 'team'), trx);
    if (owner.teamId === undefined) throw new ForbiddenError('You are in no team any more.');
    await saveSiems(owner, trx, siems, new Date());
    await appendAudit(trx, {
      action: 'team.siems_chosen',
      actor: { ...actor, teamId: owner.teamId },
      target: { type: 'team', id: owner.teamId },
      details: { siems },
    });
  });
}
