import { fieldValues, type SigmaEvent } from '../match/event-fields.js';
import { isMap, type JsonMap, setField } from './shape.js';

const OWN = ['ecs', 'winlog', 'data_stream', 'ecs.version', 'data_stream.dataset', 'event.dataset', 'event.category'];
const DOTTED = ['winlog.channel', 'event.code', 'event.action', 'process.executable', 'process.command_line'];
const OF_EVENT = ['category', 'dataset', 'code', 'module', 'action', 'kind', 'provider'];

/** Whether an event is in the Elastic Common Schema, with nested or dotted names. */
export function isEcs(event: JsonMap): boolean {
  if (OWN.some((name) => name in event) || DOTTED.some((name) => name in event)) return true;
  const inner = event['event'];
  return isMap(inner) && OF_EVENT.some((name) => name in inner);
}

/** The documents of an answer or an export of Elasticsearch; undefined where the value is neither. */
export function elasticDocuments(value: JsonMap): readonly unknown[] | undefined {
  const { hits } = value;
  if (isMap(hits) && Array.isArray(hits['hits'])) return hits['hits'];
  if (isMap(value['_source'])) return [value['_source']];
  if ('_index' in value && isMap(value['fields'])) return [value['fields']];
  return undefined;
}

/** The event with the data set under today's name, and what Windows' own names have for fields that no map moves. */
export function ecsEvent(event: JsonMap): { readonly event: SigmaEvent; readonly base: SigmaEvent } {
  const dataset = fieldValues(event, 'event.dataset')?.[0];
  const known = fieldValues(event, 'data_stream.dataset') !== undefined || dataset === undefined;
  const whole = known ? event : { ...event, 'data_stream.dataset': dataset };
  const base: Record<string, unknown> = {};
  for (const parent of ['winlog.user_data', 'winlog.event_data']) {
    for (const data of fieldValues(event, parent) ?? []) {
      if (isMap(data)) for (const [name, value] of Object.entries(data)) setField(base, name, value);
    }
  }
  const names = [
    ['Channel', 'winlog.channel'],
    ['EventID', 'event.code'],
    ['EventID', 'winlog.event_id'],
    ['Provider_Name', 'winlog.provider_name'],
    ['Computer', 'winlog.computer_name'],
  ] as const;
  const isWindows = fieldValues(event, 'winlog.channel') !== undefined;
  for (const [field, name] of isWindows ? names : []) {
    const value = fieldValues(event, name)?.[0];
    if (value !== undefined && !Object.hasOwn(base, field)) setField(base, field, value);
  }
  return { event: whole, base };
}
