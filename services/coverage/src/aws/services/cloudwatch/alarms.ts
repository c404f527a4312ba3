import {
  type AlarmType,
  CloudWatchClient,
  type CompositeAlarm,
  DescribeAlarmsCommand,
  type LogAlarm,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import { CallFailure } from '../../../cloud/provider.js';
import { type CollectorContext, pages } from '../../collector.js';
import { cloudwatch } from './service.js';

/** A region's alarms of each kind. */
export interface Alarms {
  readonly metric: readonly MetricAlarm[];
  readonly composite: readonly CompositeAlarm[];
  readonly log: readonly LogAlarm[];
}

const PAGE = 100;
const OLD_TYPES: readonly AlarmType[] = ['MetricAlarm', 'CompositeAlarm'];
const TYPES: readonly AlarmType[] = [...OLD_TYPES, 'LogAlarm'];
/** Error codes of CloudWatch where it does not know log alarms yet. */
const UNKNOWN_TYPE: readonly string[] = ['ValidationError', 'ValidationException', 'InvalidParameterValue'];

/** The alarms of a region, listed once per scan. */
export function listAlarms(context: CollectorContext): Promise<Alarms> {
  return context.session.shared(`alarms ${context.region}`, () =>
    describe(context, TYPES).catch((error: unknown) => {
      if (error instanceof CallFailure && UNKNOWN_TYPE.includes(error.error.code)) return describe(context, OLD_TYPES);
      throw error;
    }),
  );
}

async function describe(context: CollectorContext, types: readonly AlarmType[]): Promise<Alarms> {
  const client = context.session.client(CloudWatchClient, context.region);
  const listing = pages(
    context,
    cloudwatch,
    'DescribeAlarms',
    (NextToken) => client.send(new DescribeAlarmsCommand({ AlarmTypes: [...types], MaxRecords: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  const alarms = { metric: [] as MetricAlarm[], composite: [] as CompositeAlarm[], log: [] as LogAlarm[] };
  for await (const { MetricAlarms = [], CompositeAlarms = [], LogAlarms = [] } of listing) {
    alarms.metric.push(...MetricAlarms);
    alarms.composite.push(...CompositeAlarms);
    alarms.log.push(...LogAlarms);
  }
  return alarms;
}
