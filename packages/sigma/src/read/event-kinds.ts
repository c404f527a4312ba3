import type { MapFamily } from '../convert/maps.js';
import { categoryOfEvents } from '../match/event-logsource.js';
import type { Logsource } from '../model/rule.js';
import { conjunctsOf, join, type QueryNode } from '../query/query-tree.js';
import { codesOf } from './evidence.js';
import type { FoundLogsource } from './logsource.js';
import { allowedValues } from './logsource-scope.js';
import { type NativeFields, nativeFields, wholeValued } from './native-fields.js';

/** The log whose events of every number are of a kind with fields of its own. */
const SYSMON = 'sysmon';
const NUMBER = 'metadata.product_event_type';

/** The category of Sysmon's events that conditions ask for together by their numbers. */
function categoryAsked(parts: readonly QueryNode[]): string | undefined {
  const codes = parts.map(codesOf).find(({ length }) => length > 0);
  return codes === undefined ? undefined : categoryOfEvents(SYSMON, codes);
}

const isOfSysmon = ({ product, service }: Logsource): boolean => product === 'windows' && service === SYSMON;

/** A rule on Sysmon's log that asks for events of one kind, as a rule on the log source of that kind, which other logs have too. */
export function withEventKind(found: FoundLogsource): FoundLogsource {
  if (found.family !== 'udm' || !isOfSysmon(found.logsource)) return found;
  const parts = conjunctsOf(found.rest);
  const category = categoryAsked(parts);
  if (category === undefined) return found;
  const logsource = { product: 'windows', category };
  const kept = parts.filter((part) => allowedValues(part)?.field !== NUMBER);
  return { ...found, logsource, mapped: logsource, rest: kept.length === 0 ? found.rest : join('and', kept) };
}

/** The fields of a log whose events, in alternatives of a rule, are of several kinds: in each those of its kind, and else the log's own. */
export function byEventKind(natives: NativeFields, family: MapFamily, logsource: Logsource): NativeFields {
  if (family !== 'udm' || !isOfSysmon(logsource)) return natives;
  const within = (parts: readonly QueryNode[]): NativeFields => {
    const category = categoryAsked(parts);
    if (category === undefined) return { ...natives, within };
    const own = wholeValued(nativeFields(family, { product: 'windows', category }));
    const knows = (name: string) => own.knows(name) || natives.knows(name);
    return { knows, find: (name) => (own.knows(name) ? own : natives).find(name), within };
  };
  return { ...natives, within };
}
