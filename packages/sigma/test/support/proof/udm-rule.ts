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

function rowOf(event: NativeEvent): UdmEvent {
  // A call of AWS that was refused has an error's code, which Google's parser makes the action of.
  const isRefused = event['metadata.product_name'] === 'AWS CloudTrail' && event['security_result.action'] === 'BLOCK';
  const whole = isRefused ? { 'security_result.rule_id': 'AccessDenied', ...event } : event;
  return new Map(Object.entries(whole).map(([field, value]) => [field, [value].flat()]));
}
