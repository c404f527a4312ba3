import type { Collector } from '../collector.js';
import { accessAnalyzer } from './access-analyzer/collector.js';
import { cloudtrail } from './cloudtrail/collector.js';
import { cloudwatch } from './cloudwatch/collector.js';
import { config } from './config/collector.js';
import { eventbridge } from './eventbridge/collector.js';
import { guardduty } from './guardduty/collector.js';
import { inspector } from './inspector/collector.js';
import { lambda } from './lambda/collector.js';
import { logs } from './logs/collector.js';
import { macie } from './macie/collector.js';
import { securityhub } from './securityhub/collector.js';

/** Every collector, in the order in which a scan starts them: the longest chains of calls first, so that none is left at the end. */
export const COLLECTORS: readonly Collector[] = [
  eventbridge,
  guardduty,
  securityhub,
  lambda,
  logs,
  cloudtrail,
  config,
  cloudwatch,
  inspector,
  macie,
  accessAnalyzer,
];
