import { randomUUID } from 'node:crypto';
import type { AwsSample } from '@tripline/aws-sample';
import { type Addresses, call } from '../people/api.js';
import { makePerson, type SignUp } from '../people/person.js';
import type { Customer } from './load.js';

/** Makes a customer of the tier enterprise, with a team and with a cloud account for each of the given accounts of the AWS stand-in. */
export async function makeCustomer(signUp: SignUp, aws: AwsSample, numbers: readonly string[]): Promise<Customer> {
  const { addresses } = signUp;
  const person = await makePerson(signUp, 'enterprise');
  const token = person.jwt;
  await call(`POST ${addresses.rulesUrl}/v1/team`, { token, body: { name: 'a team' } });
  const accounts: string[] = [];
  for (const number of numbers) {
    const made = await call<{ id: string; connection: { external_id: string } }>(
      `POST ${addresses.coverageUrl}/accounts`,
      {
        token,
        body: {
          name: `account ${randomUUID()}`,
          provider: 'aws',
          external_account_id: number,
          role_arn: `arn:aws:iam::${number}:role/TriplineScanner`,
          regions: ['us-east-1', 'eu-west-1'],
        },
      },
    );
    for (const role of aws.account(number).roles ?? []) role.externalId = made.connection.external_id;
    accounts.push(made.id);
  }
  return { person, accounts };
}

/** Scans an account and waits for the end. @throws Error when the scan does not complete */
export async function scanToEnd({ coverageUrl }: Addresses, { person }: Customer, account: string): Promise<void> {
  const { id } = await call<{ id: string }>(`POST ${coverageUrl}/accounts/${account}/scans`, {
    token: person.jwt,
    body: {},
  });
  for (;;) {
    const { status } = await call<{ status: string }>(`GET ${coverageUrl}/scans/${id}`, { token: person.jwt });
    if (status === 'completed') return;
    if (!['pending', 'running'].includes(status)) throw new Error(`the first scan is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
