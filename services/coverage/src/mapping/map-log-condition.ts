import { type ControlMapping, isAwsDataEvent } from '@tripline/attack';
import { type CloudTrailSignal, cloudTrailSignals } from './cloudtrail-signals.js';
import type { Condition } from './condition.js';
import type { Signal } from './signal.js';
import { signalFile, storedSignal } from './signal-data.js';
import { signalsIn } from './signals-in.js';

let lines: readonly Signal[] | undefined;

function lineSignals(): readonly Signal[] {
  lines ??= signalFile().log.map(storedSignal);
  return lines;
}

function mayNotCome({ eventSource, eventName }: CloudTrailSignal): string | undefined {
  const data = eventSource !== null && eventName !== null && isAwsDataEvent(eventSource, eventName);
  return data ? 'comes only if the trail records data events' : undefined;
}

/** The techniques that a condition over log events watches for: in CloudTrail records and in lines of other logs. */
export function mapLogCondition(condition: Condition | undefined): readonly ControlMapping[] {
  if (condition === undefined) return [];
  return [...signalsIn(condition, cloudTrailSignals(), { weak: mayNotCome }), ...signalsIn(condition, lineSignals())];
}
