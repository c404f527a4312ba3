import { awsEventSourceRegion, type ControlMapping, isWithheldFromRules } from '@tripline/attack';
import { type CloudTrailSignal, dataEventNote } from '../../mapping/cloudtrail-signals.js';
import { UNKNOWN } from '../../mapping/condition.js';
import { readEventPattern } from '../../mapping/event-pattern.js';
import { howNamed } from '../../mapping/how-named.js';
import { Memo } from '../../mapping/memo.js';
import { signalsIn } from '../../mapping/signals-in.js';
import { serviceEventSignals, wrappedCloudTrailSignals } from './eventbridge-signals.js';

/** Where a rule is, and which events EventBridge offers to it. */
interface RuleSetting {
  readonly region: string;
  readonly allManagementEvents: boolean;
}

/** China, GovCloud and other partitions have a home region of their own for global services. */
const OTHER_PARTITION = /^(?:cn|us-gov|us-iso[a-z]?|eu-isoe)-/;

/** Whether EventBridge offers a CloudTrail event to a rule. */
function arrives(signal: CloudTrailSignal, { region, allManagementEvents }: RuleSetting): boolean {
  const { eventSource, eventName } = signal;
  if (eventSource === null || eventName === null) return true;
  const home = awsEventSourceRegion(eventSource);
  if (home !== undefined && home !== region && !OTHER_PARTITION.test(region)) return false;
  return allManagementEvents || !isWithheldFromRules(eventName) || signal.dataEvent;
}

const arrivals = new Memo<readonly CloudTrailSignal[]>();

/** The CloudTrail events that EventBridge offers to a rule. */
const arriving = (setting: RuleSetting): readonly CloudTrailSignal[] =>
  arrivals.get(`${setting.region} ${setting.allManagementEvents}`, () =>
    wrappedCloudTrailSignals().filter((signal) => arrives(signal, setting)),
  );

/**
 * The techniques of every event that a rule lets pass, whether its pattern names it or not: one that sends everything on names nothing. A
 * pattern that cannot be read may let everything pass.
 */
export function mapPassedEvents(pattern: string, setting: RuleSetting): readonly ControlMapping[] {
  const condition = readEventPattern(pattern) ?? UNKNOWN;
  const context = new Map([
    ['region', setting.region],
    ['detail.awsRegion', setting.region],
  ]);
  const passed = [...arriving(setting), ...serviceEventSignals()].filter(
    (signal) => howNamed(condition, signal, context) !== undefined,
  );
  return passed.flatMap(({ label, techniques }) =>
    techniques
      .filter(({ category }) => category === 'detect')
      .map(
        ({ techniqueId }): ControlMapping => ({
          techniqueId,
          strength: 'significant',
          category: 'detect',
          source: 'vendor',
          evidence: label,
        }),
      ),
  );
}

/**
 * The techniques of the events that an EventBridge rule selects and that EventBridge offers to it in its region. Empty for a pattern that
 * cannot be read.
 */
export function mapEventPattern(pattern: string, setting: RuleSetting): readonly ControlMapping[] {
  const condition = readEventPattern(pattern);
  if (condition === undefined) return [];
  const context = new Map([
    ['region', setting.region],
    ['detail.awsRegion', setting.region],
  ]);
  return [
    ...signalsIn(condition, arriving(setting), { context, note: dataEventNote }),
    ...signalsIn(condition, serviceEventSignals(), { context }),
  ];
}
