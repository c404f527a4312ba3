import { readFileSync } from 'node:fs';

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

const SCANNER_POLICY = JSON.parse(
  readFileSync(new URL('../../data/scanner-policy.json', import.meta.url), 'utf8'),
) as PolicyDocument;

/** The prefix of a service's IAM actions, where it differs from the name in scans. */
const IAM_PREFIXES: Readonly<Record<string, string>> = {
  eventbridge: 'events',
  macie: 'macie2',
  inspector: 'inspector2',
};

/** The smallest policy for a scan: read-only, to be attached to the customer's role. */
export function permissionsPolicy(): PolicyDocument {
  return SCANNER_POLICY;
}

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
export function iamAction(service: string, operation: string): string {
  return `${IAM_PREFIXES[service] ?? service}:${operation}`;
}

/**
 * The IAM principal for a trust policy, from the ARN that GetCallerIdentity gives: the role of a session, else the user. GetCallerIdentity
 * leaves out a role's path, so a role with a path has to be written by hand.
 */
export function principalOf(callerArn: string): string {
  return callerArn.replace(/^(arn:[\w-]+:)sts(::\d{12}:)assumed-role\/([^/]+)\/.*$/, '$1iam$2role/$3');
}
