/** The parts of an ARN. */
export interface Arn {
  readonly service: string;
  readonly region: string;
  readonly account: string;
  /** What is left, which may have colons. */
  readonly resource: string;
}

/** Reads an ARN (`arn:aws:SERVICE:REGION:ACCOUNT:RESOURCE`); undefined for other texts. */
export function parseArn(text: string): Arn | undefined {
  const [scheme, partition, service = '', region = '', account = '', ...rest] = text.split(':');
  if (scheme !== 'arn' || !partition || service === '' || rest.length === 0) return undefined;
  return { service, region, account, resource: rest.join(':') };
}
