import type { AwsService } from './aws-service.js';
import { AWS_SERVICES } from './services/index.js';

/** An IAM policy document. */
export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly {
    readonly Sid?: string;
    readonly Effect: 'Allow';
    readonly Action: string | readonly string[];
    readonly Resource?: '*';
    readonly Principal?: { readonly AWS: string };
    readonly Condition?: { readonly StringEquals: { readonly 'sts:ExternalId': string } };
  }[];
};

/** An action of the policy, and what a scan needs it for. */
export interface PermittedAction {
  readonly action: string;
  /** A sentence. */
  readonly reason: string;
}

/** What a scan calls before it reads services. */
const ACCOUNT: readonly PermittedAction[] = [
  {
    action: 'ec2:DescribeRegions',
    reason: 'To see which regions the account uses; without it nothing can be scanned.',
  },
];

/** Every action that a scan needs, by the statement of the policy that it stands in, with its reason. */
function permissions(): (readonly [sid: string, actions: readonly PermittedAction[]])[] {
  const services = AWS_SERVICES.map((service) => {
    const actions = Object.entries(service.operations).map(([operation, { why }]) => ({
      action: iamAction(service, operation),
      reason: `To see ${why}.`,
    }));
    return [sidOf(service), actions] as const;
  });
  return [['Account', ACCOUNT] as const, ...services];
}

/** The actions of {@link permissionsPolicy}, in its order, each with its reason. */
export const permittedActions = (): PermittedAction[] => permissions().flatMap(([, actions]) => actions);

/** The smallest policy for a scan: read-only, to be attached to the customer's role. */
export function permissionsPolicy(): PolicyDocument {
  return {
    Version: '2012-10-17',
    Statement: permissions().map(([Sid, actions]) => ({
      Sid,
      Effect: 'Allow',
      Action: actions.map(({ action }) => action),
      Resource: '*',
    })),
  };
}

/** The action that a failed call of a scan lacked: undefined where the policy does not ask for it. */
export function permittedAction(serviceId: string, operation: string): string | undefined {
  if (serviceId === 'ec2' && operation === 'DescribeRegions') return 'ec2:DescribeRegions';
  const service = AWS_SERVICES.find(({ id }) => id === serviceId);
  return service !== undefined && Object.hasOwn(service.operations, operation)
    ? iamAction(service, operation)
    : undefined;
}

/** The ids of statements may only have letters and digits. */
const sidOf = ({ id }: AwsService): string =>
  id.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/**
 * The trust policy of the role: only our worker may assume it, and only with the external id of this very account, so that another customer
 * of the same worker cannot claim it.
 */
export function trustPolicy(principal: string, externalId: string): PolicyDocument {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: principal },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': externalId } },
      },
    ],
  };
}

/** The IAM action that a call needs, such as `events:ListRules`. */
export function iamAction({ iamPrefix }: AwsService, operation: string): string {
  return `${iamPrefix}:${operation}`;
}

/**
 * The IAM principal for a trust policy, from the ARN that GetCallerIdentity gives: the role of a session, else the user. GetCallerIdentity
 * leaves out a role's path, so a role with a path has to be written by hand.
 */
export function principalOf(callerArn: string): string {
  return callerArn.replace(/^(arn:[\w-]+:)sts(::\d{12}:)assumed-role\/([^/]+)\/.*$/, '$1iam$2role/$3');
}
