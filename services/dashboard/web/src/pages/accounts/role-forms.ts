import type { Coverage } from '../../api/clients.js';

/** What the forms below call the role, so that the page knows where it is. */
export const ROLE_NAME = 'tripline-scanner';
const POLICY_NAME = 'tripline-read';

/** The two policies of the role: who may enter it, and what it may read. */
export interface Policies {
  readonly trust: NonNullable<Coverage['Account']['connection']['trust_policy']>;
  readonly permissions: NonNullable<Coverage['Account']['connection']['permissions_policy']>;
}

/** The ARN of the role that these forms make in an account. */
export const roleArn = (account: string): string => `arn:aws:iam::${account}:role/${ROLE_NAME}`;

/**
 * A CloudFormation template in JSON with the role alone.
 * Source of its form: AWS CloudFormation, AWS::IAM::Role.
 */
export const cloudFormation = ({ permissions, trust }: Policies): string =>
  json({
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'The role by which Tripline reads the detections of this account. It changes nothing.',
    Resources: {
      TriplineScanner: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: ROLE_NAME,
          AssumeRolePolicyDocument: trust,
          Policies: [{ PolicyName: POLICY_NAME, PolicyDocument: permissions }],
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['TriplineScanner', 'Arn'] } } },
  });

/** The same in Terraform's language, for the provider hashicorp/aws. What it would read as a template of its own is escaped. */
export const terraform = ({ permissions, trust }: Policies): string => `resource "aws_iam_role" "tripline" {
  name               = "${ROLE_NAME}"
  assume_role_policy = jsonencode(${indented(trust)})
}

resource "aws_iam_role_policy" "tripline" {
  name   = "${POLICY_NAME}"
  role   = aws_iam_role.tripline.id
  policy = jsonencode(${indented(permissions)})
}

output "role_arn" {
  value = aws_iam_role.tripline.arn
}
`;

/** The same as two commands of the AWS CLI, for a POSIX shell such as CloudShell. */
export const awsCli = ({ permissions, trust }: Policies): string =>
  [
    `aws iam create-role --role-name ${ROLE_NAME} --assume-role-policy-document ${quoted(trust)}`,
    `aws iam put-role-policy --role-name ${ROLE_NAME} --policy-name ${POLICY_NAME} --policy-document ${quoted(permissions)}`,
  ].join('\n');

const json = (value: object): string => JSON.stringify(value, null, 2);

const indented = (policy: object): string =>
  json(policy).replaceAll('${', '$${').replaceAll('%{', '%%{').replaceAll('\n', '\n  ');

const quoted = (policy: object): string => `'${JSON.stringify(policy).replaceAll("'", "'\\''")}'`;
