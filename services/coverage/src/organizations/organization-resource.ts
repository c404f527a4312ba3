import { json, type TypeOf } from '@tripline/service';

/** An organisation. */
export const organizationResource = json.resource('Organization', {
  id: json.uuid,
  external_organization_id: json.text.description('its id at the provider').example('o-a1b2c3d4e5'),
  cloud_account_id: json.uuid.description('the account that it is read through, which you have connected'),
  management_account: json.text.example('111122223333'),
  role_name: json.text.description('the role that each of its accounts has for us').example('TriplineScanner'),
  accounts: json.integer.description('accounts that it has'),
  accounts_here: json.integer.description('accounts of it that you have here'),
  read_at: json.instant.description('when its accounts were last listed'),
});

/** An account of an organisation. */
export const organizationAccountResource = json.resource('OrganizationAccount', {
  external_account_id: json.text.example('444455556666'),
  name: json.text.example('workloads'),
  status: json.text
    .description('in the provider’s words; `active` accounts alone are scanned and counted')
    .example('active'),
  unit: json.text.description('the units that it is in, from the top').example('Workloads/Production'),
  cloud_account_id: json.nullable(json.uuid).description('that account here; null where you have none'),
  connection: json.nullable(json.text).description('status of the account here').example('connected'),
  last_scan_at: json.nullable(json.instant),
});

/** What reading an organisation came to. */
export const organizationRead = json.object({
  organization: organizationResource,
  added: json.integer.description('accounts that were added here'),
  not_added: json.integer.description('active accounts that the tier has no place for'),
});

/** What gives every account of an organisation the role. */
export const organizationRoleResource = json.object({
  role_name: json.text,
  external_id: json.text.description('what the role of each account demands'),
  cloudformation: json
    .nullable(json.anyObject)
    .description('a template with a StackSet; null while the service does not know its own principal'),
  terraform: json.nullable(json.anyObject).description('the same as a Terraform file; its name ends in .tf.json'),
});

const count = json.integer;
const inAccounts = {
  covered_in: count.description('accounts'),
  partial_in: count,
  unknown_in: count.description('accounts in which it is not covered as far as is known, and something was not read'),
  uncovered_in: count,
  excluded_in: count.description('accounts that have excluded it and do not cover it'),
} as const;

/** A technique over the accounts of an organisation. */
const organizationTechnique = json.resource('OrganizationTechnique', {
  technique_id: json.text.example('T1078.004'),
  name: json.text.example('Cloud Accounts'),
  ...inAccounts,
});

/** An account's part of an organisation's coverage. */
const organizationAccountCoverage = json.resource('OrganizationAccountCoverage', {
  external_account_id: json.text.example('444455556666'),
  name: json.text.example('workloads'),
  status: json.text.example('active'),
  unit: json.text.example('Workloads/Production'),
  cloud_account_id: json.nullable(json.uuid),
  covered_techniques: json.nullable(count).description('null, as the others, where no scan has counted it'),
  partial_techniques: json.nullable(count),
  unknown_techniques: json.nullable(count),
  uncovered_techniques: json.nullable(count).description('without those that are unknown'),
  coverage_percent: json.nullable(json.number),
  counted_at: json.nullable(json.instant),
});
export type OrganizationAccountCoverage = TypeOf<typeof organizationAccountCoverage>;

/** The coverage of an organisation. */
export const organizationCoverageResource = json.resource('OrganizationCoverage', {
  organization_id: json.uuid,
  attack_version: json.text.example('19.1'),
  active_accounts: count,
  counted_accounts: count.description('active accounts that a scan has counted; the others are in no sum'),
  total_techniques: count,
  covered_everywhere: count.description('techniques that every counted account covers'),
  covered_somewhere: count.description('techniques that some of them cover and some do not'),
  covered_nowhere: count,
  coverage_percent: json.number.description('over every technique in every counted account'),
  techniques: json.list(organizationTechnique).description('those that the fewest accounts cover first'),
  accounts: json.list(organizationAccountCoverage).description('a page, those that cover least first'),
  total: count.description('accounts of the organisation, also those that are not counted'),
});
export type OrganizationCoverage = TypeOf<typeof organizationCoverageResource>;
export type OrganizationTechnique = TypeOf<typeof organizationTechnique>;
export type OrganizationResource = TypeOf<typeof organizationResource>;
export type OrganizationAccountResource = TypeOf<typeof organizationAccountResource>;
