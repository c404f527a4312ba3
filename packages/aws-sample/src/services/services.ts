import type { AwsServiceName, ServiceDefinition } from '../call.js';
import { cloudtrail } from './cloudtrail.js';
import { cloudwatch } from './cloudwatch.js';
import { config } from './config.js';
import { eventbridge } from './eventbridge.js';
import { guardduty } from './guardduty.js';
import { lambda } from './lambda.js';
import { logs } from './logs.js';
import { accessanalyzer, inspector, macie } from './others.js';
import { account, ec2, iam } from './regions.js';
import { securityhub } from './securityhub.js';
import { sts } from './sts.js';

/** Every service of the sample. */
export const SERVICES: Readonly<Record<AwsServiceName, ServiceDefinition>> = {
  sts,
  iam,
  account,
  ec2,
  guardduty,
  eventbridge,
  cloudwatch,
  logs,
  config,
  securityhub,
  cloudtrail,
  accessanalyzer,
  macie,
  inspector,
  lambda,
};
