import { type Actor, appendAudit, holdOwner, type OwnerScope } from '@tripline/auth';
import { BadRequestError, ConflictError, type Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { placeRules, withdrawRules } from './place-rules.js';
import { noSuchSiem } from './siem-access.js';
import type { NewSiemBody, SiemChangeBody } from './siem-schema.js';
import {
  accountsOfOwner,
  accountsOfSiems,
  deleteSiem,
  insertSiem,
  lockSiem,
  namesOfOwner,
  type Siem,
  storeAccounts,
  updateSiem,
} from './siem-store.js';

/** SIEMs that an owner may have. */
const MOST_SIEMS = 50;

/** Who adds or changes a SIEM. */
export interface SiemCaller {
  readonly scope: OwnerScope;
  readonly actor: Actor;
}

/**
 * Adds a SIEM, without rules.
 * @throws BadRequestError for an account that is not the owner's
 * @throws ConflictError where the owner has one of this name, or as many as they may have
 */
export async function createSiem(db: Knex, { actor, scope }: SiemCaller, body: NewSiemBody): Promise<string> {
  return db.transaction(async (trx) => {
    const owner = await holdOwner(scope, trx);
    const names = await namesOfOwner(owner, trx);
    const name = body.name.trim();
    refuseDouble(names, name);
    if (names.size >= MOST_SIEMS)
      throw new ConflictError(`There are ${MOST_SIEMS} SIEMs, which is the most; delete one first.`);
    const siem = await insertSiem(owner, trx, { id: uuidv7(), name, kind: body.kind });
    await setAccounts(trx, siem, body.account_ids ?? []);
    await audit(trx, 'siem.created', { ...actor, teamId: owner.teamId }, siem, { kind: siem.kind });
    return siem.id;
  });
}

/**
 * Changes the name of a SIEM, or the accounts that it is fed by: its rules become detections of those that are new, and go from those that are
 * left out.
 * @throws BadRequestError, ConflictError as {@link createSiem}; NotFoundError when the SIEM was removed meanwhile
 */
export async function changeSiem(
  db: Knex,
  { actor, scope }: SiemCaller,
  siem: Siem,
  body: SiemChangeBody,
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await lockSiem(trx, siem.id))) throw noSuchSiem(siem.id);
    const name = body.name?.trim();
    if (name !== undefined) {
      const others = new Map(await namesOfOwner(scope, trx));
      others.delete(siem.id);
      refuseDouble(others, name);
      await updateSiem(trx, siem.id, { name });
    }
    if (body.account_ids !== undefined) await setAccounts(trx, siem, body.account_ids);
    await audit(trx, 'siem.changed', actor, siem, {
      changed: Object.keys(body),
      ...(name === undefined ? {} : { name }),
    });
  });
}

/** Removes a SIEM, and its rules from the accounts that feed it. */
export async function removeSiem(db: Knex, actor: Actor, siem: Siem): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await lockSiem(trx, siem.id))) throw noSuchSiem(siem.id);
    await setAccounts(trx, siem, []);
    await deleteSiem(trx, siem.id);
    await audit(trx, 'siem.deleted', actor, siem, {});
  });
}

function refuseDouble(names: ReadonlyMap<string, string>, name: string): void {
  if ([...names.values()].includes(name))
    throw new ConflictError(`There is a SIEM of the name "${name}" already; choose another.`);
}

async function setAccounts(trx: Knex, siem: Siem, wanted: readonly string[]): Promise<void> {
  const ids = wanted.map((id) => id.toLowerCase());
  const own = new Set(await accountsOfOwner(trx, siem.ownerId, ids));
  const stranger = ids.find((id) => !own.has(id));
  if (stranger !== undefined)
    throw new BadRequestError(
      `Invalid body: account_ids has ${stranger}, which is no account of ${siem.teamId === null ? 'your own' : 'the team'}.`,
    );
  const before = (await accountsOfSiems(trx, [siem.id])).get(siem.id) ?? [];
  await storeAccounts(trx, siem.id, ids);
  // In the order of their ids, as every transaction that holds several accounts.
  for (const id of [...new Set([...before, ...ids])].sort()) {
    if (!own.has(id)) await withdrawRules(trx, siem.id, id);
    else if (!before.includes(id)) await placeRules(trx, siem, id);
  }
}

/** Records what was done with a SIEM. */
export async function audit(
  trx: Knex,
  action: string,
  actor: Actor,
  siem: Siem,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await appendAudit(trx, {
    action,
    actor,
    target: { type: 'siem', id: siem.id },
    details: { name: siem.name, ...details },
  });
}
