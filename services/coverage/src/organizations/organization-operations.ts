import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import {
  organizationAccountResource,
  organizationCoverageResource,
  organizationRead,
  organizationResource,
  organizationRoleResource,
} from './organization-resource.js';
import { organizationAccountPage, organizationBody } from './organization-schema.js';

const TAG = 'Organizations';
const params = { id: json.uuid } as const;
const NONE = 'You have no organization with this id.';
const MEMBERS = 'A plain member, on what belongs to the team.';

/** The paths of organisations in the OpenAPI document. */
export const organizationOperations = describeOperations({
  readOrganization: {
    method: 'post',
    path: '/accounts/{id}/organization',
    tag: TAG,
    summary: 'Read the organization that an account manages',
    description:
      'Through its management account or a delegated administrator that you have connected. Lists its accounts and adds those that are active and not here yet, each with the role `role_name`, as far as the tier has places. Again, it reads it anew.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: organizationBody,
    success: { status: 200, description: 'The organization, and what was added.', data: organizationRead },
    errors: {
      403: MEMBERS,
      404: 'You have no account with this id.',
      409: 'The account is not connected, is in no organization or may not read it; or you have the organization through another account.',
    },
  },
  listOrganizations: {
    method: 'get',
    path: '/organizations',
    tag: TAG,
    summary: 'List organizations',
    security: 'any',
    scope: 'coverage:read',
    success: {
      status: 200,
      description: 'Yours and your team’s.',
      data: json.object({ organizations: json.list(organizationResource) }),
    },
    errors: {},
  },
  getOrganization: {
    method: 'get',
    path: '/organizations/{id}',
    tag: TAG,
    summary: 'Read an organization with its accounts',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: organizationAccountPage,
    success: {
      status: 200,
      description: 'The organization, and a page of its accounts by unit and name.',
      data: json.object({
        organization: organizationResource,
        accounts: json.list(organizationAccountResource),
        total: json.integer,
      }),
    },
    errors: { 404: NONE },
  },
  getOrganizationRole: {
    method: 'get',
    path: '/organizations/{id}/role',
    tag: TAG,
    summary: 'Get the role for every account of an organization',
    description:
      'As a CloudFormation template with a StackSet and as a Terraform file. Either is deployed once, in the management account, and gives each account (also later ones) the same role; the management account itself is left out.',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: { status: 200, description: 'Both forms.', data: organizationRoleResource },
    errors: { 404: NONE },
  },
  getOrganizationCoverage: {
    method: 'get',
    path: '/organizations/{id}/coverage',
    tag: TAG,
    summary: 'Read what an organization covers',
    description:
      'Per technique, in how many accounts it is covered, partly covered, unknown and not covered, by the newest count of each account; and what each account covers.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: organizationAccountPage,
    success: { status: 200, description: 'Sums, techniques and accounts.', data: organizationCoverageResource },
    errors: { 404: NONE },
  },
  scanOrganization: {
    method: 'post',
    path: '/organizations/{id}/scans',
    tag: TAG,
    summary: 'Scan the accounts of an organization',
    description: 'Those that are active, here and not under way. They take turns with the scans of other subscribers.',
    security: 'any',
    scope: 'scans:run',
    params,
    success: {
      status: 200,
      description: 'The scans wait for workers.',
      data: json.object({ scan_ids: json.list(json.uuid), started: json.integer }),
    },
    errors: { 404: NONE },
  },
  deleteOrganization: {
    method: 'delete',
    path: '/organizations/{id}',
    tag: TAG,
    summary: 'Forget an organization',
    description: 'Its accounts stay here as they are.',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is forgotten.', data: json.done },
    errors: { 403: MEMBERS, 404: NONE },
  },
});
