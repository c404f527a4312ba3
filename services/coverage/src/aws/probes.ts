import type { AwsService, ProbePlace } from './aws-service.js';
import { iamAction } from './policies.js';
import type { ClientSettings, SdkClient } from './sdk-session.js';
import { AWS_SERVICES } from './services/index.js';

/** A client that sends any command of its package. */
interface CommandClient extends SdkClient {
  send(command: object): Promise<unknown>;
}
type ClientClass = new (settings: ClientSettings) => CommandClient;

/** One call that shows whether its action is allowed. */
export interface Probe {
  readonly service: string;
  readonly operation: string;
  readonly action: string;
  probe(clientOf: (make: ClientClass) => CommandClient, place: ProbePlace): Promise<unknown>;
}

/** A call for every operation that services declare; ec2:DescribeRegions is left out, which the check itself begins with. None changes anything. */
export async function loadProbes(): Promise<readonly Probe[]> {
  return (await Promise.all(AWS_SERVICES.map(probesOf))).flat();
}

async function probesOf(service: AwsService): Promise<readonly Probe[]> {
  // `awsService` has checked that the package has these classes.
  const sdk = (await service.sdk()) as Readonly<Record<string, ClientClass & (new (input: object) => object)>>;
  const make = sdk[service.client] as ClientClass;
  return Object.entries(service.operations).map(([operation, { probe }]) => {
    const Command = sdk[`${operation}Command`] as new (input: object) => object;
    return {
      service: service.id,
      operation,
      action: iamAction(service, operation),
      probe: (clientOf, place) => clientOf(make).send(new Command(typeof probe === 'function' ? probe(place) : probe)),
    };
  });
}
