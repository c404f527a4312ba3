import { readFileSync } from 'node:fs';
import {
  type AccountAnswer,
  type CoverageClient,
  CoverageRefusal,
  createCoverageClient,
  type Send,
  UnreachableError,
} from '@tripline/client';
import { EXIT, UsageError } from '../exit.js';
import type { ServiceOptions } from './service-options.js';

/** Whether a person reads the output. */
export const asTable = ({ format }: ServiceOptions): boolean =>
  format === undefined ? process.stdout.isTTY : format === 'table';

/** The client of the service that options, environment or a running `npm start` name. @throws UsageError when none does */
export function openService(options: ServiceOptions): CoverageClient {
  const local = localStack();
  const url = options.url ?? (process.env['TRIPLINE_COVERAGE_URL'] || local?.coverageUrl);
  const key = options.key ?? (process.env['TRIPLINE_API_KEY'] || local?.apiKey);
  if (url === undefined) {
    throw new UsageError('no coverage service is named: give --url, set TRIPLINE_COVERAGE_URL, or run npm start here');
  }
  if (key === undefined) throw new UsageError('no API key is given: give --key or set TRIPLINE_API_KEY');
  if (!URL.canParse(url)) throw new UsageError(`--url "${url}" is no address`);
  return createCoverageClient(url, key, throughProxy);
}

/** Loaded with the first call, since loading it takes longer than most commands. */
const throughProxy: Send = async (request) => {
  const { outgoingFetch } = await import('@tripline/service');
  const { method, url } = request;
  const body = request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) };
  const answer = await outgoingFetch(url, { method, headers: Object.fromEntries(request.headers), ...body });
  return new Response(await answer.text(), { status: answer.status, headers: Object.fromEntries(answer.headers) });
};

function localStack(): { coverageUrl?: string; apiKey?: string } | undefined {
  try {
    return JSON.parse(readFileSync('.local/stack.json', 'utf8')) as { coverageUrl?: string; apiKey?: string };
  } catch {
    return undefined;
  }
}

/** The account a text names: by id, AWS account number or name; without a text the only one there is. @throws UsageError */
export async function chooseAccount(client: CoverageClient, wanted: string | undefined): Promise<AccountAnswer> {
  const accounts = await client.accounts();
  const list = accounts.map(({ external_account_id, name }) => `${name} (${external_account_id})`).join(', ');
  const fitting =
    wanted === undefined
      ? accounts
      : accounts.filter((one) => [one.id, one.external_account_id, one.name].includes(wanted));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (accounts.length === 0) throw new UsageError('there is no cloud account yet: add one with POST /accounts');
  if (wanted === undefined) throw new UsageError(`say which account: ${list}`);
  throw new UsageError(
    only === undefined
      ? `there is no account "${wanted}"; there are: ${list}`
      : `several accounts are "${wanted}": give the id, one of ${fitting.map(({ id }) => id).join(', ')}`,
  );
}

/** Runs what asks the service; a refusal, or a service that is away, is one line on standard error and exit code 1. */
export async function askService(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CoverageRefusal) {
      process.stderr.write(`tripline: the coverage service refused (${error.status}): ${error.message}\n`);
      return EXIT.faults;
    }
    if (error instanceof UnreachableError) {
      process.stderr.write(`tripline: the coverage service at ${error.message}\n`);
      return EXIT.faults;
    }
    throw error;
  }
}
