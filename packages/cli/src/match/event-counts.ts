import { EVENT_SHAPES, type EventShape } from '@tripline/sigma';
import { counted } from '../counted.js';
import type { BatchResult } from './batch.js';

/** Most places of each kind that are named. */
const NAMED_MAX = 100;

/** A place, and what is wrong there. */
export interface PlacedFault {
  readonly at: string;
  readonly fault: string;
}

/** Counts what was read as events, in which shapes, and what was not. */
export class EventCounts {
  events = 0;
  malformed = 0;
  unknown = 0;
  /** The first of what could not be read. */
  readonly firstMalformed: PlacedFault[] = [];
  /** The first events that are not understood. */
  readonly firstUnknown: PlacedFault[] = [];
  private readonly byShape = new Map<EventShape, number>();

  add({ path, events, shapes, faults, unknown }: BatchResult): void {
    this.events += events;
    for (const [shape, count] of Object.entries(shapes) as [EventShape, number][]) {
      this.byShape.set(shape, (this.byShape.get(shape) ?? 0) + count);
    }
    this.malformed += faults.length;
    this.unknown += unknown.length;
    for (const { line, fault } of faults) add(this.firstMalformed, { at: `${path}:${line}`, fault });
    for (const line of unknown) add(this.firstUnknown, { at: `${path}:${line}`, fault: NOT_UNDERSTOOD });
  }

  /** Number of events by shape, the most frequent first. */
  shapes(): Readonly<Partial<Record<EventShape, number>>> {
    return Object.fromEntries([...this.byShape].sort(([, left], [, right]) => right - left));
  }

  /** What was read and what was not, in a sentence. */
  words(): string {
    const read = Object.entries(this.shapes()).map(([shape, count]) => `${count} ${EVENT_SHAPES[shape as EventShape]}`);
    return [
      `${counted(this.events, 'event')}${read.length === 0 ? '' : ` (${read.join(', ')})`}`,
      ...(this.unknown === 0 ? [] : [`${this.unknown} not understood`]),
      ...(this.malformed === 0 ? [] : [`${counted(this.malformed, 'line or value', 'lines or values')} not read`]),
    ].join(', ');
  }

  /** Names what was not read, and the first of what was not understood, on standard error. */
  name(): void {
    for (const { at, fault } of this.firstMalformed) process.stderr.write(`${at}: not an event: ${fault}\n`);
    const { malformed, firstMalformed, firstUnknown, unknown } = this;
    const more = malformed - firstMalformed.length;
    if (more > 0) process.stderr.write(`… and ${more} more that are not events\n`);
    const [first] = firstUnknown;
    if (first === undefined) return;
    const others = unknown > 1 ? `, and ${counted(unknown - 1, 'other')} like it` : '';
    process.stderr.write(`${first.at}: ${first.fault}${others}; ${AS_HINT}\n`);
  }
}

function add(faults: PlacedFault[], fault: PlacedFault): void {
  if (faults.length < NAMED_MAX) faults.push(fault);
}

const NOT_UNDERSTOOD = 'not understood: no known shape of events has such fields, and no rule asks for them';
const AS_HINT = '--events-as names the shape';
