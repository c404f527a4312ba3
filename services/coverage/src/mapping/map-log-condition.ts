import type { ControlMapping } from '@tripline/attack';
import { cloudTrailSignals, dataEventNote } from './cloudtrail-signals.js';
import type { Condition } from './condition.js';
import type { Signal } from './signal.js';
import { signalFile, storedSignal } from './signal-data.js';
import { signalsIn } from './signals-in.js';

let lines: readonly Signal[] | undefined;

function lineSignals(): readonly Signal[] {
  lines ??= signalFile().log.map(storedSignal);
  return lines;
}

/** The techniques that a condition on log events watches for: in CloudTrail records and in lines of other logs. */
export function mapLogCondition(condition: Condition | undefined): readonly ControlMapping[] {
  if (condition === undefined) return [];
  return [
    ...signalsIn(condition, cloudTrailSignals(), { note: dataEventNote }),
    ...signalsIn(condition, lineSignals()),
  ];
}
