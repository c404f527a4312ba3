import type { SigmaEvent } from '@tripline/sigma';
import { isLetter } from '../text/characters.js';
import { isAll } from '../text/stretches.js';

/** Fields of a proxy with the host of a request. */
const HOST_FIELDS = ['cs-host', 'r-dns'];
const PARTS = ['c-uri-stem', 'c-uri-query', ...HOST_FIELDS];

/** With the parts of a request's address that a proxy writes into fields of their own, or the address where only the host is known. */
export function withRequestParts(event: SigmaEvent): SigmaEvent {
  const address = event['c-uri'];
  const host = HOST_FIELDS.map((field) => event[field]).find((value) => typeof value === 'string');
  if (typeof address === 'string') return { ...partsOf(address, host), ...event };
  if (host === undefined) return event;
  return { ...partsOf(`http://${host}/`, host), 'c-uri': `http://${host}/`, ...event };
}

function partsOf(address: string, host: unknown): Readonly<Record<string, unknown>> {
  const [scheme = '', rest] = address.split('://', 2);
  const isWhole = rest !== undefined && isAll(scheme, isLetter);
  const whole = isWhole ? address : `http://${typeof host === 'string' ? host : ''}${address}`;
  if (!URL.canParse(whole)) return {};
  const { hostname, pathname, search } = new URL(whole);
  const values = [pathname, search.slice(1), hostname, hostname];
  return Object.fromEntries(PARTS.map((field, at) => [field, values[at]]).filter(([, value]) => value !== ''));
}
