import { convert, type SigmaRule } from '@tripline/sigma';
import { type UdmEvent, udmSearch } from '../udm-interpreter.js';
import { type NativeEvent, NotKnown } from './predicate.js';

/**
 * Whether a rule finds an event of UDM: the rule is written as a UDM search, which the interpreter of these reads. What the search says of the log
 * itself, an event has that does not name its own.
 * @throws NotKnown where the rule cannot be written so that it means the same
 */
export function udmMatcher(rule: SigmaRule): (event: NativeEvent) => boolean {
  const written = convert(rule, { documents: [rule], errors: [] }, 'siem_udm');
  if (!written.ok) throw new NotKnown(`written back: ${written.error.message}`);
  const [query = ''] = written.queries;
  // A part of a text that the product keeps whole is looked for in the whole, as the query does.
  const changed = written.notes.find(
    ({ code, part }) => (code.startsWith('widened') && part !== undefined) || code.startsWith('narrowed'),
  );
  if (changed !== undefined) throw new NotKnown(`written back: ${changed.code}`);
  const search = udmSearch(query);
  const log = logOf(query);
  return (event) => search(rowOf({ ...log, ...event }));
}

/** What a search says of the log: the first value that it allows of each field of `metadata`. */
function logOf(query: string): NativeEvent {
  const said: Record<string, string> = {};
  for (const [, field = '', value = ''] of query.matchAll(
    /(metadata\.(?:event_type|log_type|product_name|vendor_name|product_event_type)) = "([^"\\]*)"/g,
  ))
    said[field] ??= value;
  return said;
}

/** Kinds of events with one process, the one that acts, whichever noun a rule has it under. */
const ONE_PROCESS = /^(?:NETWORK_CONNECTION|FILE_CREATION|REGISTRY_\w+)$/;

/** Where an event has a value besides, which old rules look for under another noun. */
function otherPlaces(event: NativeEvent): NativeEvent {
  const found: Record<string, NativeEvent[string]> = {};
  for (const [field, value] of Object.entries(event)) {
    if (/^target\.file\.(?:md5|sha1|sha256)$/.test(field)) found[field.replace('target.', 'target.process.')] = value;
    if (field === 'target.process.file.full_path' && ONE_PROCESS.test(String(event['metadata.event_type'])))
      found['principal.process.file.full_path'] = value;
  }
  return found;
}

/** What the log itself has for the action that Google's parser makes of it: a refused call of AWS an error's code, a sign-in to Entra a result. */
function outcomeOf(event: NativeEvent): NativeEvent {
  const { 'metadata.product_name': product, 'security_result.action': action, 'metadata.event_type': type } = event;
  if (action === undefined) return {};
  if (product === 'AWS CloudTrail') return action === 'BLOCK' ? { 'security_result.rule_id': 'AccessDenied' } : {};
  const isSignIn = type === 'USER_LOGIN' && ['Azure_AD', 'Azure AD'].includes(String(product));
  return isSignIn ? { 'additional.fields["resultType"]': action === 'ALLOW' ? '0' : '50126' } : {};
}

function rowOf(event: NativeEvent): UdmEvent {
  const whole = { ...outcomeOf(event), ...otherPlaces(event), ...event };
  return new Map(Object.entries(whole).map(([field, value]) => [field, [value].flat()]));
}
