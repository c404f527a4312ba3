import type { Collector } from '../collector.js';
import { accessAnalyzer } from './access-analyzer.js';
import { cloudtrail } from './cloudtrail.js';
import { cloudwatch } from './cloudwatch.js';
import { config } from './config.js';
import { eventbridge } from './eventbridge.js';
import { guardduty } from './guardduty.js';
import { inspector } from './inspector.js';
import { lambda } from './lambda.js';
import { logs } from './logs.js';
import { macie } from './macie.js';
import { securityhub } from './securityhub.js';

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
