import { parseArn } from './arn.js';
import { regionalArn } from './regions.js';

/** A log group of CloudWatch Logs. */
export interface LogGroup {
  readonly account: string;
  readonly region: string;
  readonly name: string;
  /** Its ARN, without the `:*` that stands for its streams. */
  readonly arn: string;
}

/** A log group by its ARN (`arn:…:logs:REGION:ACCOUNT:log-group:NAME:*`); undefined for an ARN of anything else. */
export function logGroupOf(text: string): LogGroup | undefined {
  const parsed = parseArn(text);
  if (parsed?.service !== 'logs') return undefined;
  const [kind, name = ''] = parsed.resource.split(':');
  if (kind !== 'log-group' || name === '') return undefined;
  const { account, region } = parsed;
  return { account, region, name, arn: logGroupArn(region, account, name) };
}

/** The ARN of a log group, without the `:*` that stands for its streams. */
export const logGroupArn = (region: string, account: string, name: string): string =>
  regionalArn(region, 'logs', account, `log-group:${name}`);
