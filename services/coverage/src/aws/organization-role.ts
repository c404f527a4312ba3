import type { OrganizationRole, RoleTemplates } from '../cloud/provider.js';
import { permissionsPolicy, trustPolicy } from './policies.js';

/** The ARN of a member's role, in the partition of the role that is there already. */
export function roleArnOf(number: string, roleName: string, beside: string | null): string {
  return `arn:${beside?.split(':')[1] ?? 'aws'}:iam::${number}:role/${roleName}`;
}

/** A name of stacks: letters, digits and hyphens. */
const NAME = 'tripline-read-role';
/** IAM has no regions, so that one stack in each account is enough. */
const REGION = 'us-east-1';
const DESCRIPTION = 'The role by which Tripline reads what detects in this account. It changes nothing.';

/**
 * The role of every account as a StackSet, which the management account (or a delegated administrator of StackSets) deploys: as a CloudFormation template and as
 * a Terraform file (`.tf.json`). New accounts get the role by themselves. StackSets leave the management account out.
 */
export function roleTemplates(principal: string, { root, ...role }: OrganizationRole): RoleTemplates {
  const body = JSON.stringify(roleTemplate(principal, role));
  return { cloudformation: stackSet(body, root), terraform: terraform(body, root) };
}

/** One account's stack: the role. */
function roleTemplate(principal: string, { externalId, roleName }: Omit<OrganizationRole, 'root'>): object {
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: DESCRIPTION,
    Resources: {
      TriplineRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: roleName,
          Description: DESCRIPTION,
          AssumeRolePolicyDocument: trustPolicy(principal, externalId),
          Policies: [{ PolicyName: 'tripline-read', PolicyDocument: permissionsPolicy() }],
        },
      },
    },
  };
}

function stackSet(body: string, root: string): object {
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'A StackSet that gives every account of the organisation the role by which Tripline reads it.',
    Resources: {
      TriplineRoles: {
        Type: 'AWS::CloudFormation::StackSet',
        Properties: {
          StackSetName: NAME,
          Description: DESCRIPTION,
          PermissionModel: 'SERVICE_MANAGED',
          AutoDeployment: { Enabled: true, RetainStacksOnAccountRemoval: false },
          Capabilities: ['CAPABILITY_NAMED_IAM'],
          OperationPreferences: { MaxConcurrentPercentage: 100, FailureTolerancePercentage: 100 },
          StackInstancesGroup: [{ DeploymentTargets: { OrganizationalUnitIds: [root] }, Regions: [REGION] }],
          TemplateBody: body,
        },
      },
    },
  };
}

/** The arguments' names are those of HashiCorp's AWS provider (docs/resources/cloudformation_stack_set). */
function terraform(body: string, root: string): object {
  return {
    resource: {
      aws_cloudformation_stack_set: {
        tripline: {
          name: NAME,
          description: DESCRIPTION,
          permission_model: 'SERVICE_MANAGED',
          auto_deployment: { enabled: true, retain_stacks_on_account_removal: false },
          capabilities: ['CAPABILITY_NAMED_IAM'],
          template_body: literal(body),
          // AWS fills it in where permissions are service-managed.
          lifecycle: { ignore_changes: ['administration_role_arn'] },
        },
      },
      aws_cloudformation_stack_set_instance: {
        tripline: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own reference.
          stack_set_name: '${aws_cloudformation_stack_set.tripline.name}',
          deployment_targets: { organizational_unit_ids: [root] },
          operation_preferences: { max_concurrent_percentage: 100, failure_tolerance_percentage: 100 },
        },
      },
    },
  };
}

/** A text in which Terraform replaces nothing. */
const literal = (text: string): string => text.replaceAll('${', '$${').replaceAll('%{', '%%{');
