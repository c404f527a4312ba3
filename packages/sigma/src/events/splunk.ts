import type { SigmaEvent } from '../match/event-fields.js';
import { isMap, type JsonMap, setField } from './shape.js';
import { isWindowsEvent, windowsEvent } from './windows-event.js';
import { windowsXml } from './windows-xml.js';

/** What the names of Windows' sources in Splunk have before the channel. */
const WINDOWS_SOURCE = 'WinEventLog:';
const ZONE = ' UTC';
const CLOUDTRAIL = 'aws:cloudtrail';

/** An answer of Splunk's API, with its rows. */
export function isResultList(value: JsonMap): value is JsonMap & { readonly results: readonly unknown[] } {
  return Array.isArray(value['results']) && ('fields' in value || 'preview' in value || 'init_offset' in value);
}

/** A row that Splunk exports, or the event that a forwarder sends; undefined where the value is neither. */
export function splunkRow(value: JsonMap): JsonMap | undefined {
  const { result, event } = value;
  if (isMap(result)) return result;
  if ('sourcetype' in value && isMap(event)) {
    const { event: _event, fields, ...metadata } = value;
    return { ...event, ...(isMap(fields) ? fields : {}), ...metadata };
  }
  return '_raw' in value && ('sourcetype' in value || 'source' in value) ? value : undefined;
}

/** A row with what its raw text says, where that is JSON or the XML of a Windows event. */
export function splunkEvent(row: JsonMap): SigmaEvent {
  const event: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    // Splunk marks elements of an array by braces, rules by brackets.
    if (name.includes('{}')) setField(event, name.replaceAll('{}', '[]'), value);
  }
  for (const [name, value] of Object.entries(rawFields(row['_raw']))) {
    if (!Object.hasOwn(event, name)) setField(event, name, value);
  }
  const { source, EventCode, _time: time } = event;
  if (typeof source === 'string' && !('Channel' in event)) {
    const at = source.indexOf(WINDOWS_SOURCE);
    if (at >= 0) setField(event, 'Channel', source.slice(at + WINDOWS_SOURCE.length));
  }
  if (isNoError(event)) delete event['errorCode'];
  if (EventCode !== undefined && !('EventID' in event)) setField(event, 'EventID', EventCode);
  if (event['EventID'] !== undefined && EventCode === undefined) setField(event, 'EventCode', event['EventID']);
  if (typeof time === 'string' && time.endsWith(ZONE)) setField(event, '_time', time.slice(0, -ZONE.length));
  return event;
}

/** Whether an error's code says that there is none: Splunk's add-on writes a success where CloudTrail has no error. */
const isNoError = ({ errorCode, sourcetype }: Readonly<Record<string, unknown>>): boolean =>
  sourcetype === CLOUDTRAIL && String(errorCode).toLowerCase() === 'success';

function rawFields(raw: unknown): JsonMap {
  if (typeof raw !== 'string') return {};
  const text = raw.trimStart();
  if (text.startsWith('<')) {
    const inner = windowsXml(text)?.['Event'];
    return isWindowsEvent(inner) ? windowsEvent(inner) : {};
  }
  if (!text.startsWith('{')) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}
