import { type Knex, NotFoundError } from '@tripline/service';

/**
 * Locks an account's row until the transaction ends, before anything else in it. Transactions that change an account's detections or take a
 * snapshot then run one after the other, so that the newest snapshot includes every change.
 * @throws NotFoundError when the account was removed
 */
export async function lockAccount(trx: Knex, accountId: string): Promise<void> {
  const account = await trx('coverage.cloud_accounts').where({ id: accountId }).forNoKeyUpdate().first('id');
  if (account === undefined) throw new NotFoundError(`There is no cloud account ${accountId}.`);
}
