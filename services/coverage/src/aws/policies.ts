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

/** What a scan calls before it reads services: the regions, and the account's name. */
const ACCOUNT_ACTIONS = ['ec2:DescribeRegions', 'account:ListRegions', 'iam:ListAccountAliases'];

/** The smallest policy for a scan: read-only, to be attached to the customer's role. */
export function permissionsPolicy(): PolicyDocument {
  const services = AWS_SERVICES.map((service) => [sidOf(service), actionsOf(service)] as const);
  return {
    Version: '2012-10-17',
    Statement: [['Account', ACCOUNT_ACTIONS] as const, ...services].map(([Sid, Action]) => ({
      Sid,
      Effect: 'Allow',
      Action,
      Resource: '*',
    })),
  };
}

/** The ids of statements may only have letters and digits. */
const sidOf = ({ id }: AwsService): string =>
  id.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const actionsOf = (service: AwsService): string[] =>
  Object.keys(service.operations).map((operation) => iamAction(service, operation));

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
