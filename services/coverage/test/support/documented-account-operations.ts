import { NEW_ACCOUNT, NO_PAGES, type Operation, PAGES } from './documented-operation.js';
import * as documented from './documented-shapes.js';

/** Accounts, their scans, and organizations. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    line: 'POST /accounts/{idle}/scans',
    makes: 'account',
    body: { regions: null },
    shape: { id: 'uuid', status: '=pending', message: 'text' },
    refusesBodies: [{ regions: [] }, { regions: 'us-east-1' }, { regions: ['mars-north-1x'] }, { regions: [7] }],
  },
  {
    line: 'GET /accounts/{account}/scans',
    query: 'limit=1&status=completed_with_errors',
    shape: { cloud_account_id: 'uuid', scans: [documented.scan], total: 'integer' },
    takes: ['Status=failed', 'limit=100'],
    refuses: ['limit=0', 'limit=101', 'status=done', 'offset=1'],
  },
  { line: 'GET /scans/{scan}', shape: documented.scan },
  {
    line: 'GET /scans/{scan}/cells',
    shape: {
      scan_id: 'uuid',
      cells: [{ service: 'text', region: 'text', status: 'text', detections_found: 'integer' }],
      total: 'integer',
    },
  },
  {
    line: 'GET /scans/{scan}/results',
    shape: documented.scanResults,
    takes: ['limit=500', 'offset=1'],
    refuses: ['limit=0', 'limit=501', 'offset=-1', 'page=2'],
  },
  {
    line: 'POST /scans/{pending}/cancel',
    makes: 'pending scan',
    shape: { ...(documented.scan as object), errors: 'list' },
  },
  {
    line: 'GET /accounts',
    shape: { accounts: [documented.account], total: 'integer' },
    takes: [...PAGES, 'limit=200', 'owner=user'],
    refuses: [...NO_PAGES, 'limit=201', 'owner=team,user'],
  },
  {
    line: 'POST /accounts',
    body: NEW_ACCOUNT,
    shape: documented.account,
    refusesBodies: [
      {},
      { ...NEW_ACCOUNT, name: ' ' },
      { ...NEW_ACCOUNT, provider: 'gcp' },
      { ...NEW_ACCOUNT, external_account_id: '12' },
      { ...NEW_ACCOUNT, external_id: 'mine' },
      { ...NEW_ACCOUNT, regions: [] },
      { ...NEW_ACCOUNT, regions: ['nowhere'] },
      { ...NEW_ACCOUNT, schedule: 'sometimes' },
      { ...NEW_ACCOUNT, role_arn: 'arn:aws:iam::999999999999:role/of-another-account' },
    ],
    notForMembers: true,
  },
  { line: 'GET /accounts/{account}', shape: documented.account },
  {
    line: 'PATCH /accounts/{account}',
    body: { name: 'renamed', schedule: 'daily' },
    shape: documented.account,
    refusesBodies: [
      {},
      { provider: 'aws' },
      { name: 7 },
      { schedule: '* * * * * *' },
      { regions: ['nowhere'] },
      { actor_ids: ['G9999'] },
    ],
    notForMembers: true,
  },
  {
    line: 'DELETE /accounts/{doomed}',
    makes: 'account',
    shape: documented.message,
    notForMembers: true,
  },
  {
    line: 'POST /accounts/{account}/verify',
    shape: {
      id: 'uuid',
      status: '=pending_connection|connected|broken',
      detail: 'text',
      missing_actions: 'list',
      warnings: 'list',
    },
  },
  {
    line: 'POST /accounts/{account}/organization',
    body: { role_name: 'TriplineScanner' },
    shape: { organization: documented.organization, added: 'integer', not_added: 'integer' },
    refusesBodies: [{ role_name: 'a/path' }, { role_name: '' }, { external_id: 'mine' }],
    notForMembers: true,
  },
  { line: 'GET /organizations', shape: { organizations: [documented.organization] } },
  {
    line: 'GET /organizations/{organization}',
    shape: { organization: documented.organization, accounts: [documented.organizationAccount], total: 'integer' },
    takes: [...PAGES, 'limit=500'],
    refuses: [...NO_PAGES, 'limit=501'],
  },
  {
    line: 'GET /organizations/{organization}/role',
    shape: { role_name: 'text', external_id: 'text', cloudformation: 'object', terraform: 'object' },
  },
  {
    line: 'GET /organizations/{organization}/coverage',
    shape: {
      ...{ organization_id: 'uuid', attack_version: 'text', active_accounts: 'integer', counted_accounts: 'integer' },
      ...{ total_techniques: 'integer', covered_everywhere: 'integer', covered_somewhere: 'integer' },
      ...{ covered_nowhere: 'integer', coverage_percent: 'number', total: 'integer' },
      techniques: [documented.organizationTechnique],
      accounts: [documented.organizationAccountCoverage],
    },
    takes: [...PAGES, 'limit=500'],
    refuses: [...NO_PAGES, 'limit=501'],
  },
  {
    line: 'POST /organizations/{organization}/scans',
    shape: { scan_ids: 'list', started: 'integer' },
  },
  {
    line: 'DELETE /organizations/{forgotten}',
    makes: 'organization',
    shape: documented.message,
    notForMembers: true,
  },
  {
    line: 'GET /changes',
    shape: { events: [documented.changeEvent], total: 'integer' },
    takes: [...PAGES, 'since=2026-11-01T00:00:00Z', 'limit=200'],
    refuses: [...NO_PAGES, 'limit=201', 'since=yesterday', 'kind=coverage_dropped'],
  },
];
