/** The permissions that the role of a management or a delegated-administrator account needs besides those of a scan, so that its organisation can be read. */
export const ORGANIZATION_ACTIONS: readonly string[] = [
  'organizations:DescribeOrganization',
  'organizations:ListRoots',
  'organizations:ListOrganizationalUnitsForParent',
  'organizations:ListAccountsForParent',
  'organizations:ListPolicies',
  'organizations:DescribePolicy',
  'organizations:ListTargetsForPolicy',
];
