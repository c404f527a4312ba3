import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Addresses } from '../people/api.js';
import { call, RefusedError } from '../people/api.js';
import { type Person, signIn } from '../people/person.js';
import type { Tally } from './tally.js';

/** A customer whose requests are counted. */
export interface Customer {
  /** Signed in again from time to time, because access tokens live for 15 minutes. */
  person: Person;
  /** Cloud accounts, each with an AWS account of its own. */
  readonly accounts: readonly string[];
}

/** What the services answered with success. It must exist at the end. */
export interface Promised {
  readonly generations: { readonly customer: Customer; readonly id: string }[];
  readonly scans: { readonly customer: Customer; readonly account: string; readonly id: string }[];
  readonly invitations: { readonly customer: Customer; readonly email: string }[];
}

/** Requests that go on until they are stopped. */
export interface Load {
  readonly promised: Promised;
  stop(): Promise<void>;
}

/** Timeout of a caller in milliseconds; a slower answer counts as none. */
const PATIENCE_MS = 20_000;
const ADVISORY = `The intruder stopped the trail with StopLogging in AWS CloudTrail, created a user with CreateUser and fetched
hxxp://updates[.]copper-wren[.]example/stage2.bin with powershell.exe -enc SQBFAFgA.`;

const SIGN_IN_MS = 4 * 60_000;

/** Gives a customer a new session. */
export async function signInAgain(addresses: Addresses, customer: Customer): Promise<void> {
  customer.person = { ...customer.person, ...(await signIn(addresses, customer.person.email)) };
}

/** Starts generations, scans, invitations and exports for every customer, against the addresses in turn. */
export function startLoad(customers: readonly Customer[], addresses: readonly Addresses[], tally: Tally): Load {
  const promised: Promised = { generations: [], scans: [], invitations: [] };
  let stopped = false;
  let turn = 0;
  const some = (): Addresses => {
    turn += 1;
    return addresses[turn % addresses.length] as Addresses;
  };
  const tried = async <T>(what: string, operation: string, token: string, body?: unknown): Promise<T | undefined> => {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await call<T>(operation, { token, signal, ...(body === undefined ? {} : { body }) });
      tally.count(`${what} answered with success`);
      return answer;
    } catch (error) {
      tally.count(`${what} ${error instanceof RefusedError ? `answered ${error.status}` : 'had no answer'}`);
      return undefined;
    }
  };
  const ended = new AbortController();
  // Every pause between requests listens to this signal.
  setMaxListeners(0, ended.signal);
  const again = async (pauseMs: number, work: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      await work();
      await wait(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const generating = (customer: Customer) =>
    again(400, async () => {
      const body = { inputType: 'text', text: `${ADVISORY}\n${randomUUID()}`, title: 'chaos' };
      const url = `POST ${some().rulesUrl}/v1/generate`;
      const made = await tried<{ data: { id: string } }>('generations', url, customer.person.jwt, body);
      if (made !== undefined) promised.generations.push({ customer, id: made.data.id });
    });
  const scanning = (customer: Customer, account: string) =>
    again(3_000, async () => {
      const url = `POST ${some().coverageUrl}/accounts/${account}/scans`;
      const begun = await tried<{ id: string }>('scans', url, customer.person.jwt, {});
      if (begun !== undefined) promised.scans.push({ customer, account, id: begun.id });
    });
  const inviting = (customer: Customer) =>
    again(1_500, async () => {
      const email = `invited-${randomUUID()}@example.test`;
      const url = `POST ${some().rulesUrl}/v1/team/invite`;
      const made = await tried('invitations', url, customer.person.jwt, { email, role: 'member' });
      if (made !== undefined) promised.invitations.push({ customer, email });
    });
  const exporting = (customer: Customer) =>
    again(2_000, async () => {
      await tried('exports', `GET ${some().rulesUrl}/v1/team/audit`, customer.person.jwt);
    });
  const signingIn = (customer: Customer) =>
    again(SIGN_IN_MS, async () => {
      await signInAgain(some(), customer).catch(() => tally.count('sign-ins had no answer'));
    });
  const running = customers.flatMap((customer) => [
    signingIn(customer),
    ...[generating(customer), generating(customer), inviting(customer), exporting(customer)],
    ...customer.accounts.map((account) => scanning(customer, account)),
  ]);
  return {
    promised,
    async stop() {
      stopped = true;
      ended.abort();
      await Promise.all(running);
    },
  };
}
