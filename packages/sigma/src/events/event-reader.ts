import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { SigmaEvent } from '../match/event-fields.js';
import { withoutArrayMark } from '../match/place-value.js';
import { remembered } from '../remembered.js';
import { cefEvent } from './cef.js';
import { ecsEvent, elasticDocuments, isEcs } from './elastic.js';
import { FamilyEvents } from './family-events.js';
import { type EventFamily, inTable } from './family-scopes.js';
import { type EventShape, isMap, type JsonMap } from './shape.js';
import { isResultList, splunkEvent, splunkRow } from './splunk.js';
import { syslogEvent } from './syslog.js';
import { rowEvent, type TableRow, tableRow } from './tables.js';
import { isWindowsEvent, windowsEvent } from './windows-event.js';
import { windowsXml } from './windows-xml.js';

/** How events are read. */
export interface EventReaderOptions {
  /** The shape that all events have; without it the shape of each is recognised. */
  readonly as?: EventShape;
  /** Fields that the rules at hand ask for. An event of plain fields is understood where it has one of them, or one of public rules. */
  readonly fields?: ReadonlySet<string>;
  /** Whether the field maps of the products are used, as in a conversion: `none` leaves fields and log sources as they come. */
  readonly maps?: 'default' | 'none';
}

/** An event as rules see it. */
export interface ShapedEvent {
  /** Undefined where the event is not understood: no shape that is known has such fields. */
  readonly shape: EventShape | undefined;
  readonly event: SigmaEvent;
}

/** The table whose columns are named after CEF. */
const CEF_TABLE = 'CommonSecurityLog';

/** Most containers in containers (`hits` of `_source` of an event …). */
const NESTING_MAX = 5;

/**
 * Makes a function from a JSON value, or a line of text, to the events in it with the fields that rules ask for. It recognises the JSON of EVTX tools,
 * Elastic documents, Splunk results, tables of Defender and Sentinel, CloudTrail, CEF and syslog. What a value carries beside its fields
 * stays in the event.
 */
export function createEventReader(options: EventReaderOptions = {}): (value: unknown) => readonly ShapedEvent[] {
  return new EventReader(options).read;
}

class EventReader {
  private readonly families = new Map<EventFamily, FamilyEvents>();
  private known: ReadonlySet<string> | undefined;

  constructor(private readonly options: EventReaderOptions) {}

  readonly read = (value: unknown): readonly ShapedEvent[] => {
    if (typeof value === 'string') return this.line(value);
    return isMap(value) ? this.value(value, 0) : [];
  };

  private line(text: string): readonly ShapedEvent[] {
    if (this.may('cef')) {
      const cef = cefEvent(text);
      if (cef !== undefined)
        return [{ shape: 'cef', event: this.rowOf({ tables: [CEF_TABLE], row: cef, shape: 'sentinel' }) }];
    }
    if (this.may('evtx') && text.startsWith('<')) {
      const xml = windowsXml(text);
      if (xml !== undefined) return this.value(xml, 0);
    }
    const syslog = this.may('syslog') ? syslogEvent(text) : undefined;
    return syslog === undefined ? [] : [{ shape: 'syslog', event: syslog }];
  }

  private value(value: JsonMap, depth: number): readonly ShapedEvent[] {
    const inside = depth < NESTING_MAX ? this.contained(value) : undefined;
    if (inside !== undefined) {
      return inside.flatMap((each) =>
        isMap(each) ? this.value(each, depth + 1) : [{ shape: undefined, event: { value: each } }],
      );
    }
    return [this.event(value)];
  }

  /** The values that a container holds; undefined where the value is an event itself. */
  private contained(value: JsonMap): readonly unknown[] | undefined {
    const { Records: records, document, detail } = value;
    if (Array.isArray(records) && Object.keys(value).length === 1) return records;
    if (isMap(document) && isMap(document['data'])) return [document['data']];
    if ('detail-type' in value && isMap(detail) && 'eventSource' in detail) return [detail];
    if (this.may('splunk') && isResultList(value)) return value.results.map((result) => ({ result }));
    return this.may('ecs') ? elasticDocuments(value) : undefined;
  }

  /** The first shape that fits, the more telling before the more general. */
  private event(value: JsonMap): ShapedEvent {
    return (
      this.windowsShape(value) ??
      this.splunkShape(value) ??
      this.ecsShape(value) ??
      this.cloudtrailShape(value) ??
      this.tableShape(value) ?? {
        shape: this.may('sigma') && this.isUnderstood(value) ? 'sigma' : undefined,
        event: value,
      }
    );
  }

  private windowsShape(value: JsonMap): ShapedEvent | undefined {
    const windows = isWindowsEvent(value['Event']) ? value['Event'] : value;
    if (!this.may('evtx') || !isWindowsEvent(windows)) return undefined;
    return { shape: 'evtx', event: windowsEvent(windows) };
  }

  private splunkShape(value: JsonMap): ShapedEvent | undefined {
    if (!this.may('splunk')) return undefined;
    const row = splunkRow(value) ?? (this.options.as === 'splunk' ? value : undefined);
    return row === undefined ? undefined : { shape: 'splunk', event: this.mapped('spl', splunkEvent(row)) };
  }

  private ecsShape(value: JsonMap): ShapedEvent | undefined {
    if (!this.may('ecs')) return undefined;
    if (this.options.as !== 'ecs' && (!isEcs(value) || isPlain(value))) return undefined;
    const { event, base } = ecsEvent(value);
    return { shape: 'ecs', event: this.mapped('ecs', event, base) };
  }

  private cloudtrailShape(value: JsonMap): ShapedEvent | undefined {
    const isCall = this.may('cloudtrail') && 'eventSource' in value && 'eventName' in value;
    return isCall ? { shape: 'cloudtrail', event: value } : undefined;
  }

  private tableShape(value: JsonMap): ShapedEvent | undefined {
    if ((!this.may('sentinel') && !this.may('defender')) || isPlain(value)) return undefined;
    const row = tableRow(value);
    return row !== undefined && this.may(row.shape) ? { shape: row.shape, event: this.rowOf(row) } : undefined;
  }

  private may(shape: EventShape): boolean {
    return this.options.as === undefined || this.options.as === shape;
  }

  /** Of a row that several tables may have, the table is one of which the row satisfies a log source's scope. */
  private rowOf(row: TableRow): SigmaEvent {
    const event = rowEvent(row);
    const [first = ''] = row.tables;
    if (this.options.maps === 'none') return event;
    const events = this.familyOf('kql');
    const table = row.tables.find((each) => row.tables.length === 1 || events.isScoped(inTable(event, each))) ?? first;
    return events.read(inTable(event, table));
  }

  private mapped(family: EventFamily, event: SigmaEvent, base?: SigmaEvent): SigmaEvent {
    return this.options.maps === 'none' ? event : this.familyOf(family).read(event, base);
  }

  private familyOf(family: EventFamily): FamilyEvents {
    return remembered(this.families, family, () => new FamilyEvents(family));
  }

  private isUnderstood(value: JsonMap): boolean {
    if (this.options.as === 'sigma' || isPlain(value)) return true;
    this.known ??= namesOf(this.options.fields ?? new Set());
    const { known } = this;
    return Object.keys(value).some((key) => known.has(key));
  }
}

/** Whether an event has Windows' own names, as forwarders send them. */
function isPlain(value: JsonMap): boolean {
  return ('EventID' in value && 'Channel' in value) || ('event_id' in value && 'channel' in value);
}

/** The keys by which an event shows that it has fields that rules ask for: of a dotted field also its first part. */
function namesOf(fields: ReadonlySet<string>): ReadonlySet<string> {
  const taxonomy = loadTaxonomy();
  const all = [...taxonomy.logsources.flatMap((logsource) => [...(taxonomy.fieldsOf(logsource) ?? [])]), ...fields];
  return new Set(all.flatMap((field) => [field, firstPart(field)]));
}

function firstPart(field: string): string {
  const dot = field.indexOf('.');
  return withoutArrayMark(dot < 0 ? field : field.slice(0, dot));
}
