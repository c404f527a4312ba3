import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, guardedCall } from '@tripline/fetch';
import { AppError } from '@tripline/service';
import { type Loose, objectOf, parsedJson } from '../exports/json-values.js';
import { IMPORT_BYTES } from '../siem-kinds.js';

/** What calls to SIEMs may reach, and how long those of one import may take together. */
export interface SiemCallLimits {
  readonly allowHosts: readonly string[];
  readonly denyNetworks: readonly string[];
  readonly seconds: number;
}

/** 502: a SIEM could not be reached, refused the credential, or answered with something else than its API does. */
export class SiemUnreachableError extends AppError {
  constructor(message: string) {
    super(502, 'SiemUnreachable', message);
  }
}

/** A page that a SIEM answered with. */
interface SiemPage {
  readonly text: string;
  readonly json: Loose;
}

/** The calls of one import. They share its time and the size of what may be imported. */
export interface SiemCalls {
  /** An answer in JSON. @throws SiemUnreachableError for everything else */
  ask(address: string, call: Call): Promise<SiemPage>;
  /** As {@link ask}; where the SIEM says that the credential may not read it, or that there is none, that status. */
  askIfAllowed(address: string, call: Call): Promise<SiemPage | { readonly refused: number }>;
}

/** A SIEM that is busy is asked again this often, and not after a longer wait than this, in seconds. */
const MOST_RETRIES = 2;
const LONGEST_WAIT = 30;
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const NOT_ALLOWED: ReadonlySet<number> = new Set([403, 404]);

/** Opens the calls of one import. @param signal ends them */
export function openSiemCalls(limits: SiemCallLimits, signal: AbortSignal): SiemCalls {
  const { allowHosts, denyNetworks, seconds } = limits;
  const end = performance.now() + seconds * 1000;
  let left = IMPORT_BYTES;
  const askOnce = async (address: string, call: Call, retries: number): Promise<SiemPage | { refused: number }> => {
    const totalMs = end - performance.now();
    if (totalMs <= 0) throw new SiemUnreachableError(`The SIEM did not give all its rules within ${seconds} s.`);
    const answer = await guardedCall(address, call, { allowHosts, denyNetworks, totalMs, bytesMax: left, signal });
    if ('failure' in answer) throw new SiemUnreachableError(answer.failure);
    const wait = Math.min(answer.retryAfterSeconds ?? 1, LONGEST_WAIT + 1);
    const isWorthIt = retries > 0 && wait <= LONGEST_WAIT && performance.now() + wait * 1000 < end;
    if (BUSY.has(answer.status) && isWorthIt) {
      await sleep(wait * 1000, undefined, { signal });
      return askOnce(address, call, retries - 1);
    }
    if (answer.status < 200 || answer.status > 299) return { refused: answer.status };
    left -= Buffer.byteLength(answer.body);
    const parsed = parsedJson(answer.body);
    const json = 'value' in parsed ? objectOf(parsed.value) : undefined;
    if (json === undefined || !('value' in parsed) || json !== parsed.value)
      throw new SiemUnreachableError(
        `${new URL(address).host} answered with something else than a JSON object; is it the address of the API?`,
      );
    return { text: answer.body, json };
  };
  const askIfAllowed: SiemCalls['askIfAllowed'] = async (address, call) => {
    const page = await askOnce(address, call, MOST_RETRIES);
    if ('refused' in page && !NOT_ALLOWED.has(page.refused)) throw refusal(address, page.refused);
    return page;
  };
  return {
    askIfAllowed,
    async ask(address, call) {
      const page = await askIfAllowed(address, call);
      if ('refused' in page) throw refusal(address, page.refused);
      return page;
    },
  };
}

function refusal(address: string, status: number): SiemUnreachableError {
  const { host, pathname } = new URL(address);
  return new SiemUnreachableError(`${host} answered ${pathname} with status ${status}: ${meaning(status)}.`);
}

function meaning(status: number): string {
  if (status === 401) return 'the credential is wrong or has expired';
  if (status === 403) return 'the credential may not read rules';
  if (status === 404) return 'there is no such API; look at the address';
  if (status >= 300 && status <= 399) return 'redirects are not followed, so that the credential goes nowhere else';
  if (status === 429) return 'it asks for fewer calls; try again later';
  return status >= 500 ? 'it has a fault; try again later' : 'it does not take the call';
}
