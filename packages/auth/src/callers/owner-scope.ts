import { type Knex, UnauthorizedError } from '@tripline/service';
import type { Request } from 'express';
import { callerOf } from './request-caller.js';

/** The refusal of somebody whose account is no longer there. */
export const ACCOUNT_DELETED = 'The account of this credential has been deleted.';
/** The refusal of a service account whose team is no longer there. */
export const SERVICE_ACCOUNT_ENDED = 'The team of this service account has ended, and the account with it.';

/**
 * Whose rows a query may touch. It is the first argument of every store function, so that no query is written without an owner by mistake.
 * A member of a team acts on the team's rows and still sees what they made before joining.
 */
export interface OwnerScope {
  readonly userId: string;
  readonly teamId?: string;
  /** Only the team's rows, as of one rule where the caller has another of the same key. */
  readonly only?: 'team';
}

/** Whose something is: the caller's own, or their team's. */
export const OWNER_KINDS = ['user', 'team'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** The part of a scope that is one owner's; the whole scope where none is named. Somebody in no team has nothing of a team. */
export function partOf(scope: OwnerScope, owner: OwnerKind | undefined): OwnerScope {
  if (owner === undefined) return scope;
  return owner === 'user' ? { userId: scope.userId } : { ...scope, only: 'team' };
}

/** A whole team's rows, whoever made them, and no personal ones. */
export interface TeamScope {
  readonly teamId: string;
}

/** The team of a request's caller. @throws Error when the route does not require one, which is our own fault */
export function teamScopeOf(req: Request): TeamScope {
  const { teamId } = callerOf(req);
  if (teamId === undefined) throw new Error(`${req.method} ${req.path} reads its caller's team but requires none`);
  return { teamId };
}

/** The scope of a request's caller: the first argument of every store function. */
export function scopeOf(req: Request): OwnerScope {
  const { userId, teamId } = callerOf(req);
  return { userId, ...(teamId === undefined ? {} : { teamId }) };
}

/** The owner of new rows: their maker's team, else the maker. */
export function ownerId(scope: OwnerScope | TeamScope): string {
  return 'userId' in scope ? (scope.teamId ?? scope.userId) : scope.teamId;
}

/** The owners whose rows a scope sees, for statements written as text: `owner_id = any(?)`. */
export function ownersOf(scope: OwnerScope | TeamScope): readonly string[] {
  if (!('userId' in scope)) return [scope.teamId];
  if (scope.only === 'team') return scope.teamId === undefined ? [] : [scope.teamId];
  return scope.teamId === undefined ? [scope.userId] : [scope.teamId, scope.userId];
}

/**
 * Locks the user and the team of a scope until the transaction ends, for rows that name them as owners. When the team ends afterwards, the
 * rows go back to their makers; when the account is deleted afterwards, they are deleted with it. When the team has already ended, which
 * the process may not know for a second, the rows belong to the maker.
 * @throws UnauthorizedError when the account has been deleted, or is a service account of a team that has ended
 */
export async function holdOwner(scope: OwnerScope, trx: Knex.Transaction): Promise<OwnerScope> {
  const { rows } = await trx
    .raw<{ rows: HeldRow[] }>(`with ${TEAM} select ${HELD}`, [scope.teamId ?? null, scope.userId])
    .options({ name: 'hold-owner' });
  return heldOwner(scope, rows[0]);
}

/**
 * {@link holdOwner} in one statement with a deletion that returns what it deletes.
 * @returns the owner, and how many rows were deleted
 */
export async function holdOwnerAndDelete(
  scope: OwnerScope,
  trx: Knex.Transaction,
  deletion: Knex.QueryBuilder,
  name: string,
): Promise<{ readonly owner: OwnerScope; readonly deleted: number }> {
  const { rows } = await trx
    .raw<{ rows: (HeldRow & { deleted: number })[] }>(
      `with deleted as (?), ${TEAM} select (select count(*) from deleted)::int as deleted, ${HELD}`,
      [deletion, scope.teamId ?? null, scope.userId],
    )
    .options({ name });
  return { owner: heldOwner(scope, rows[0]), deleted: rows[0]?.deleted ?? 0 };
}

interface HeldRow {
  readonly team_id: string | null;
  readonly is_service_account: boolean;
}

const TEAM = 'team as materialized (select id from auth.teams where id = ?::uuid for key share)';
const HELD = `(select id from team) as team_id,
  exists (select 1 from auth.service_accounts where user_id = u.id) as is_service_account
  from auth.users u where u.id = ? for key share of u`;

function heldOwner({ only, userId }: OwnerScope, row: HeldRow | undefined): OwnerScope {
  if (row === undefined) throw new UnauthorizedError(ACCOUNT_DELETED);
  const part = only === undefined ? {} : { only };
  if (row.team_id !== null) return { userId, teamId: row.team_id, ...part };
  if (row.is_service_account) throw new UnauthorizedError(SERVICE_ACCOUNT_ENDED);
  return { userId, ...part };
}

/**
 * Locks those of these users and teams that are there, until the transaction ends, for rows that name them as owners and go with them.
 * @returns their ids
 */
export async function holdOwners(ids: readonly string[], trx: Knex.Transaction): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with teams as materialized (select id from auth.teams where id = any(:ids::uuid[]) order by id for key share),
       users as materialized (select id from auth.users where id = any(:ids::uuid[]) order by id for key share)
     select id from teams union all select id from users`,
    { ids: [...ids] },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Restricts a query to rows of the scope's owner: the team's, and a caller's own from outside any team. */
export function ownedBy(scope: OwnerScope | TeamScope): (query: Knex.QueryBuilder) => void {
  return (query) => {
    void query.whereIn('owner_id', ownersOf(scope));
  };
}

/** Restricts a query to rows the caller made, among those of the scope's owner. */
export function madeBy(scope: OwnerScope): (query: Knex.QueryBuilder) => void {
  return (query) => {
    void query.where('created_by', scope.userId).andWhere(ownedBy(scope));
  };
}
