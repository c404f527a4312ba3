import type { ScanError, ScanErrorResource } from '../cloud/scan-error.js';
import { factsOf } from '../providers/facts-of.js';
import type { ScanFailure } from './scan-resources.js';
import type { ScanRow } from './scan-store.js';

/** How many actions a sentence names. */
const NAMED_ACTIONS = 5;
/** How AWS says that a policy forbids a call, so that another action in the role would not help. */
const FORBIDDEN = /explicit(?:ly)? den(?:y|ied)/i;

/** Gives all errors of a scan. A failed call that several cells depend on is listed once, though each of those cells is unread. */
export function errorsOf(scan: ScanRow): readonly ScanErrorResource[] {
  const all = scan.error === null ? scan.cell_errors : [scan.error, ...scan.cell_errors];
  const callOf = ({ operation, region, service }: ScanError): string => JSON.stringify([service, region, operation]);
  return [...new Map(all.map((error) => [callOf(error), error])).values()].map((error) => ({
    ...error,
    missing_action: missingActionOf(scan, error),
  }));
}

/** Why a scan failed; null for one that did not. */
export function failureOf(scan: ScanRow): ScanFailure {
  if (scan.status !== 'failed') return null;
  if (scan.error === null) return nothingRead(errorsOf(scan));
  const missing = missingActionOf(scan, scan.error);
  return {
    code: codeOf(scan, scan.error, missing),
    sentence: sentenceOf(scan.error),
    missing_actions: missing === null ? [] : [missing],
  };
}

/** The action that the role lacks for a call that failed; null where that is not why it failed. */
function missingActionOf({ provider }: Pick<ScanRow, 'provider'>, { kind, message, operation, service }: ScanError) {
  if (kind !== 'access_denied' || operation === null || FORBIDDEN.test(message)) return null;
  return factsOf(provider).permissionOf(service, operation) ?? null;
}

function codeOf({ provider }: ScanRow, { kind, service }: ScanError, missing: string | null): string {
  if (kind !== 'access_denied') return kind;
  if (missing !== null) return 'missing_action';
  return service === factsOf(provider).entrance ? 'role_refused' : 'denied';
}

function nothingRead(errors: readonly ScanErrorResource[]): ScanFailure {
  const missing = [...new Set(errors.flatMap(({ missing_action: action }) => action ?? []))].sort();
  const [first] = errors;
  const calls = errors.length === 1 ? 'One call failed.' : `${errors.length} calls failed.`;
  const more = missing.length > NAMED_ACTIONS ? ` and ${missing.length - NAMED_ACTIONS} more` : '';
  const because =
    missing.length > 0
      ? ` The role lacks ${missing.slice(0, NAMED_ACTIONS).join(', ')}${more}.`
      : first === undefined
        ? ''
        : ` The first: ${sentenceOf(first)}`;
  return {
    code: 'nothing_read',
    sentence: `Nothing in the account could be read. ${calls}${because}`,
    missing_actions: missing,
  };
}

/** A message that is a sentence of ours stays; of the cloud's own words it is said which call they answer. */
function sentenceOf({ code, message, operation, region, service }: ScanError): string {
  if (/^[A-Z].* .*\.(?:\s|$)/s.test(message)) return message.endsWith('.') ? message : `${message}.`;
  const call = operation === null ? service : `${service} ${operation}`;
  const where = region === null ? '' : ` in ${region}`;
  const text = message.replace(/[.\s]+$/, '');
  return `${call}${where} failed with ${code}${text === '' ? '' : `: ${text}`}.`;
}
