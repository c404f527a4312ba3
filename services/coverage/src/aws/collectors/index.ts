import type { Collector } from '../collector.js';
import { guardduty } from './guardduty.js';

/** Every collector, in the order in which a scan walks them: those that answer in few calls first. */
export const COLLECTORS: readonly Collector[] = [guardduty];
