import type { Collector } from '../collector.js';
import { cloudwatch } from './cloudwatch.js';
import { eventbridge } from './eventbridge.js';
import { guardduty } from './guardduty.js';
import { logs } from './logs.js';

/** Every collector, in the order in which a scan walks them: those that answer in few calls first. */
export const COLLECTORS: readonly Collector[] = [guardduty, cloudwatch, logs, eventbridge];
