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

/** Every collector, in the order in which a scan walks them: those that answer in few calls first. */
export const COLLECTORS: readonly Collector[] = [
  accessAnalyzer,
  macie,
  inspector,
  cloudtrail,
  guardduty,
  cloudwatch,
  logs,
  config,
  securityhub,
  eventbridge,
  lambda,
];
