import { readFileSync } from 'node:fs';

/** An IAM policy document. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly {
    readonly Sid?: string;
    readonly Effect: 'Allow';
    readonly Action: string | readonly string[];
    readonly Resource?: '*';
    readonly Principal?: { readonly AWS: string };
    readonly Condition?: { readonly StringEquals: { readonly 'sts:ExternalId': string } };
  }[];
}

const SCANNER_POLICY = JSON.parse(
  readFileSync(new URL('../../data/scanner-policy.json', import.meta.url), 'utf8'),
) as PolicyDocument;

/** What stands before the colon of a service's IAM actions, where it is not the name that scans use. */
const IAM_PREFIXES: Readonly<Record<string, string>> = {
  eventbridge: 'events',
  macie: 'macie2',
  inspector: 'inspector2',
};

/** The least that a scan must be allowed: read-only, to be attached to the role that customers make. */
export function permissionsPolicy(): PolicyDocument {
  return SCANNER_POLICY;
}

/**
 * Who may take the role: our worker alone, and only with the external id of this very account, so that nobody else who uses the same
 * worker can claim it.
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
 * The IAM principal that a trust policy names for whoever GetCallerIdentity says we are: the role behind a session, else the user itself.
 * GetCallerIdentity leaves a role's path out; a role with a path has to be written by hand.
 */
export function principalOf(callerArn: string): string {
  return callerArn.replace(/^(arn:[\w-]+:)sts(::\d{12}:)assumed-role\/([^/]+)\/.*$/, '$1iam$2role/$3');
}
