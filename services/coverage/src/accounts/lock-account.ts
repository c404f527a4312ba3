import { type Knex, NotFoundError } from '@tripline/service';

/**
 * Holds an account's row until the transaction ends, before anything else in it: what changes an account's detections and takes a snapshot comes
 * one after the other, so that the newest snapshot has seen everything.
 * @throws NotFoundError when the account is gone
 */
export async function lockAccount(trx: Knex, accountId: string): Promise<void> {
  const account = await trx('coverage.cloud_accounts').where({ id: accountId }).forNoKeyUpdate().first('id');
  if (account === undefined) throw new NotFoundError(`There is no cloud account ${accountId}.`);
}
