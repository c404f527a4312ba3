import { randomUUID } from 'node:crypto';
import type { Shape } from './answer-shape.js';
import * as documented from './documented-shapes.js';

/** What a call uses up, and so needs anew. */
export type Made =
  | 'account'
  | 'declared detection'
  | 'pending scan'
  | 'key'
  | 'proof'
  | 'exclusion'
  | 'override'
  | 'organization'
  | 'siem'
  | 'connected siem'
  | 'webhook';

/** An operation of the API document or the contract, with what it takes and refuses. */
export interface Operation {
  /** Method and path; `{account}`, `{scan}` and `{detection}` are the fixture's, any other is `makes`. */
  readonly line: string;
  readonly shape: Shape;
  /** The media type of its answer; JSON where absent. */
  readonly type?: string;
  /** Taken by the dashboard's session alone. */
  readonly sessionOnly?: true;
  readonly makes?: Made;
  /** A query that the call needs; `{first}` and `{latest}` are snapshots. */
  readonly query?: string;
  readonly body?: object;
  /** A body that is a file, of which nothing is refused by its type or its fields. */
  readonly file?: object;
  /** Queries answered 200, and 400. */
  readonly takes?: readonly string[];
  readonly refuses?: readonly string[];
  /** Bodies answered 400. */
  readonly refusesBodies?: readonly object[];
  /** Refused to plain members of a team. */
  readonly notForMembers?: true;
}

/** A rule to declare. */
export const RULE = `title: a rule
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07
logsource: {product: aws, service: cloudtrail}
detection: {s: {eventName: CreateUser}, condition: s}
tags: [attack.t1528]
`;
/** An account to add. */
export const NEW_ACCOUNT = { name: 'another', provider: 'aws', external_account_id: '111122223333' };

/** What a key is good for. */
const keyGrant = { expires_at: 'instant?', scopes: 'list', allowed_ips: 'list?' } as const;

const PAGES = ['limit=1', 'offset=0', 'LIMIT=1&Offset=2'];
const NO_PAGES = ['limit=0', 'limit=x', 'limit=1.5', 'limit=', 'offset=-1', 'limit=1&limit=2'];

/** Every operation, but the one that answers a stream. */
export const OPERATIONS: readonly Operation[] = [
  { line: 'GET /accounts/{account}/coverage', shape: documented.coverageSummary },
  {
    line: 'GET /accounts/{account}/coverage/techniques',
    shape: {
      cloud_account_id: 'uuid',
      attack_version: 'text',
      regions: 'list',
      techniques: [documented.technique],
      total: 'integer',
    },
    takes: [...PAGES, 'limit=500', 'Tactic=TA0003', 'tactic=persistence', 'Status=covered'],
    refuses: [...NO_PAGES, 'limit=501', 'status=removed', 'tactic=TA9999', 'priority=low'],
  },
  {
    line: 'GET /accounts/{account}/coverage/gaps',
    shape: {
      cloud_account_id: 'uuid',
      attack_version: 'text',
      gaps: [documented.gap],
      total: 'integer',
      unknown: 'integer',
    },
    takes: [
      ...PAGES,
      'limit=200',
      'Priority=critical',
      'include_partial=true',
      'Include Partial=false',
      'include_excluded=true',
      'unknown=false',
      'actor=chosen',
      'actor=g1015',
    ],
    refuses: [...NO_PAGES, 'limit=201', 'priority=urgent', 'include_partial=perhaps', 'actor=G9999', 'format=xls'],
  },
  {
    line: 'GET /accounts/{account}/coverage/matrix',
    shape: {
      cloud_account_id: 'uuid',
      attack_version: 'text',
      created_at: 'instant',
      regions: 'list',
      actors: 'list',
      tactics: 'list',
      techniques: [documented.matrixTechnique],
      total: 'integer',
    },
    takes: ['actor=g1015', 'actor=chosen', 'Tactic=TA0003', 'tactic=persistence'],
    refuses: ['actor=G9999', 'tactic=TA9999', 'limit=5'],
  },
  {
    line: 'GET /accounts/{account}/coverage/history',
    shape: { cloud_account_id: 'uuid', snapshots: [documented.snapshot], total: 'integer' },
    takes: [...PAGES, 'limit=200'],
    refuses: [...NO_PAGES, 'limit=201'],
  },
  {
    line: 'GET /accounts/{account}/coverage/diff',
    query: 'from={first}&to={latest}',
    shape: {
      cloud_account_id: 'uuid',
      from: documented.snapshot,
      to: documented.snapshot,
      not_comparable_because: 'text?',
      gained: [documented.change],
      lost: [documented.change],
      added: 'list',
      dropped: 'list',
    },
    refuses: ['', 'from=x&to=y', `from=${randomUUID()}`],
  },
  { line: 'GET /accounts/{account}/coverage/navigator', shape: 'object' },
  {
    line: 'PUT /accounts/{account}/coverage/gaps/T1485',
    body: { state: 'in_progress', owner: 'us' },
    shape: {
      cloud_account_id: 'uuid',
      technique_id: 'text',
      state: '=open|in_progress|waiting_for_scan',
      owner: 'text?',
      due_at: 'instant?',
      ticket_url: 'text?',
      updated_at: 'instant',
    },
    refusesBodies: [{}, { state: 'closed' }, { state: 'open', due_at: 'soon' }, { state: 'open', ticket_url: 'x' }],
    notForMembers: true,
  },
  {
    line: 'GET /accounts/{account}/coverage/sights',
    shape: { cloud_account_id: 'uuid', sights: 'list' },
    refuses: ['limit=5'],
  },
  {
    line: 'GET /accounts/{account}/coverage/visibility',
    shape: {
      cloud_account_id: 'uuid',
      attack_version: 'text',
      regions: 'list',
      sources: 'list',
      techniques: [documented.visibility],
      total: 'integer',
    },
    takes: [...PAGES, 'limit=500', 'Tactic=TA0003', 'tactic=persistence', 'visibility=blind'],
    refuses: [...NO_PAGES, 'limit=501', 'visibility=covered', 'tactic=TA9999'],
  },
  { line: 'GET /accounts/{account}/coverage/visibility/navigator', shape: 'object' },
  {
    line: 'GET /accounts/{account}/coverage/dettect',
    query: 'file=techniques',
    type: 'application/yaml',
    shape: 'object',
    takes: ['file=data-sources'],
    refuses: ['', 'file=groups'],
  },
  {
    line: 'GET /accounts/{account}/detections',
    query: 'page_size=1&status=active',
    shape: {
      cloud_account_id: 'uuid',
      detections: [documented.detection],
      total: 'integer',
      page: 'integer',
      page_size: 'integer',
    },
    takes: [
      ...['page=1', 'Page Size=200', 'Detection Type=siem_rule', 'Status=removed', 'Region=us-east-1'],
      ...['mapped=true', 'source=ctid', 'managed=false', 'q=kept', 'tag=pci', 'counts=true'],
    ],
    refuses: [
      'page=0',
      'page_size=0',
      'page_size=201',
      'detection_type=yara',
      'status=on',
      'limit=1',
      'mapped=x',
      'counts=x',
      'source=me',
    ],
  },
  {
    line: 'POST /accounts/{account}/detections',
    body: { rules: [RULE], siem: 'siem_spl' },
    shape: { cloud_account_id: 'uuid', detections: [documented.detection], total: 'integer' },
    refusesBodies: [
      {},
      { rules: [] },
      { rules: [RULE] },
      { rules: [RULE], siem: 'siem_x' },
      { rules: ['no: rule'], siem: 'siem_spl' },
      { rules: [RULE], rule_keys: [randomUUID()], siem: 'siem_spl' },
      { rule_keys: ['x'] },
    ],
    notForMembers: true,
  },
  { line: 'GET /detections/{detection}', shape: documented.detection },
  {
    line: 'PATCH /detections/{detection}',
    body: { tags: ['pci'] },
    shape: documented.detection,
    refusesBodies: [{}, { tags: 'pci' }, { tags: [' '] }, { tags: ['a', 'a'] }],
    notForMembers: true,
  },
  {
    line: 'DELETE /detections/{declared}',
    makes: 'declared detection',
    shape: documented.message,
    notForMembers: true,
  },
  {
    line: 'POST /detections/{detection}/proof',
    body: { kind: 'alert', reference: 'INC-1', technique_ids: ['T1530'], observed_at: '2026-01-02T03:04:05Z' },
    shape: documented.proof,
    refusesBodies: [
      {},
      { kind: 'rumour', reference: 'x' },
      { kind: 'alert', reference: ' ' },
      { kind: 'alert', reference: 'x', observed_at: '2999-01-01T00:00:00Z' },
      { kind: 'alert', reference: 'x', observed_at: '1999-01-01T00:00:00Z' },
      { kind: 'alert', reference: 'x', technique_ids: [] },
      { kind: 'alert', reference: 'x', technique_ids: ['T9999'] },
      { kind: 'alert', reference: 'x', technique_ids: ['T1485'] },
    ],
    notForMembers: true,
  },
  {
    line: 'GET /detections/{detection}/proof',
    shape: { detection_id: 'uuid', proof: [documented.proof], total: 'integer' },
    takes: ['limit=100', 'offset=0'],
    refuses: ['limit=0', 'limit=101', 'offset=-1', 'page=1'],
  },
  {
    line: 'GET /accounts/{account}/changes',
    shape: { cloud_account_id: 'uuid', changes: [documented.accountChange], total: 'integer' },
    takes: [...PAGES, 'limit=200', 'kind=detection_removed', 'since=2026-01-01T00:00:00Z'],
    refuses: [...NO_PAGES, 'limit=201', 'kind=better', 'since=yesterday'],
  },
  { line: 'GET /accounts/{account}/changes/mail', shape: documented.changeMail },
  {
    line: 'PUT /accounts/{account}/changes/mail',
    body: { enabled: true },
    shape: documented.changeMail,
    refusesBodies: [{}, { enabled: 'yes' }],
  },
  {
    line: 'GET /actors',
    shape: { attack_version: 'text', actors: [documented.actor], total: 'integer' },
    takes: [...PAGES, 'limit=300', 'q=spider'],
    refuses: [...NO_PAGES, 'limit=301', 'kind=group'],
  },
  {
    line: 'GET /accounts/{account}/coverage/actors',
    shape: { cloud_account_id: 'uuid', attack_version: 'text', actors: [documented.actorCoverage], total: 'integer' },
  },
  {
    line: 'POST /accounts/{account}/exclusions',
    body: { kind: 'exclusion', technique_id: 'T1485', reason: 'no data', owner: 'us' },
    shape: documented.exclusion,
    refusesBodies: [
      {},
      { kind: 'exclusion', reason: 'x', owner: 'us' },
      { kind: 'exclusion', technique_id: 'T1485', owner: 'us' },
      { kind: 'exclusion', technique_id: 'T1485', reason: ' ', owner: 'us' },
      { kind: 'exclusion', technique_id: 'T1485', reason: 'x' },
      { kind: 'exclusion', technique_id: 'T1485', detection_id: randomUUID(), reason: 'x', owner: 'us' },
      { kind: 'exclusion', detection_id: randomUUID(), reason: 'x', owner: 'us' },
      { kind: 'exclusion', technique_id: 'T1485', reason: 'x', owner: 'us', expires_at: '2020-01-01T00:00:00Z' },
      { kind: 'accepted_risk', technique_id: 'T1485', reason: 'x', owner: 'us' },
    ],
    notForMembers: true,
  },
  {
    line: 'GET /accounts/{account}/exclusions',
    shape: { cloud_account_id: 'uuid', exclusions: [documented.exclusion], total: 'integer' },
    takes: [...PAGES, 'limit=200', 'in_force=true'],
    refuses: [...NO_PAGES, 'limit=201', 'in_force=x'],
  },
  { line: 'DELETE /exclusions/{exclusion}', makes: 'exclusion', shape: documented.message, notForMembers: true },
  {
    line: 'POST /detections/{detection}/overrides',
    body: { technique_id: 'T1486', covers: true, reason: 'tried' },
    shape: documented.override,
    refusesBodies: [{}, { technique_id: 'T1', covers: true, reason: 'x' }, { technique_id: 'T1486', covers: true }],
    notForMembers: true,
  },
  {
    line: 'GET /accounts/{account}/overrides',
    shape: { cloud_account_id: 'uuid', overrides: [documented.override], total: 'integer' },
    takes: [...PAGES, 'limit=200'],
    refuses: [...NO_PAGES, 'limit=201'],
  },
  { line: 'DELETE /overrides/{override}', makes: 'override', shape: documented.message, notForMembers: true },
  { line: 'DELETE /proof/{proof}', makes: 'proof', shape: documented.message, notForMembers: true },
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
  {
    line: 'GET /keys',
    sessionOnly: true,
    shape: {
      keys: [
        {
          prefix: 'text',
          name: 'text',
          created_at: 'instant',
          last_used_at: 'instant?',
          ...keyGrant,
          replaced_by: 'text?',
          daily_limit: 'integer',
          used_today: 'integer',
        },
      ],
    },
  },
  {
    line: 'POST /keys',
    sessionOnly: true,
    body: { name: 'another' },
    shape: { key: 'text', prefix: 'text', name: 'text', created_at: 'instant', ...keyGrant },
    refusesBodies: [
      {},
      { name: '' },
      { name: 7 },
      { name: 'x', scopes: [] },
      { name: 'x', allowed_ips: ['x'] },
      { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
    ],
  },
  {
    line: 'POST /keys/{key}/rotate',
    sessionOnly: true,
    makes: 'key',
    body: { overlap_seconds: 0 },
    shape: {
      ...{ key: 'text', prefix: 'text', name: 'text', created_at: 'instant', ...keyGrant },
      replaces: { prefix: 'text', ends_at: 'instant?' },
    },
    refusesBodies: [{ overlap_seconds: -1 }, { overlap_seconds: 604_801 }, { overlap_seconds: '60' }],
  },
  { line: 'DELETE /keys/{key}', sessionOnly: true, makes: 'key', shape: documented.message },
  {
    line: 'GET /webhooks',
    sessionOnly: true,
    makes: 'webhook',
    shape: { webhooks: [documented.webhook] },
  },
  {
    line: 'POST /webhooks',
    sessionOnly: true,
    body: { url: 'https://hooks.example.com/tripline', events: ['scan.finished'] },
    shape: { ...documented.webhook, secret: 'text' },
    refusesBodies: [
      {},
      { url: 'https://hooks.example.com/' },
      { url: 'ftp://hooks.example.com/', events: ['scan.finished'] },
      { url: 'https://10.0.0.1/', events: ['scan.finished'] },
      { url: 'https://hooks.example.com/', events: [] },
      { url: 'https://hooks.example.com/', events: ['audit.recorded'] },
      { url: 'https://hooks.example.com/', events: ['scan.finished', 'scan.finished'] },
      { url: 'https://hooks.example.com/', events: ['scan.finished'], secret: 'whsec_x' },
    ],
  },
  {
    line: 'PATCH /webhooks/{webhook}',
    sessionOnly: true,
    makes: 'webhook',
    body: { active: false },
    shape: documented.webhook,
    refusesBodies: [{}, { active: 'no' }, { events: ['x'] }, { url: 'http://localhost/' }],
  },
  {
    line: 'POST /webhooks/{webhook}/rotate',
    sessionOnly: true,
    makes: 'webhook',
    shape: { ...documented.webhook, secret: 'text' },
  },
  {
    line: 'GET /webhooks/{webhook}/deliveries',
    sessionOnly: true,
    makes: 'webhook',
    shape: { deliveries: 'list', total: 'integer' },
    takes: [...PAGES, 'limit=200', 'state=failed'],
    refuses: [...NO_PAGES, 'limit=201', 'state=lost'],
  },
  { line: 'DELETE /webhooks/{webhook}', sessionOnly: true, makes: 'webhook', shape: documented.message },
  {
    line: 'GET /siems',
    makes: 'siem',
    shape: { siems: [documented.siem], total: 'integer' },
    takes: [...PAGES, 'limit=200'],
    refuses: [...NO_PAGES, 'limit=201', 'kind=splunk'],
  },
  {
    line: 'POST /siems',
    body: { name: 'a SIEM', kind: 'splunk' },
    shape: documented.siem,
    refusesBodies: [
      {},
      { name: 'x' },
      { name: 'x', kind: 'graylog' },
      { name: '', kind: 'splunk' },
      { name: 'x', kind: 'splunk', account_ids: ['x'] },
      { name: 'x', kind: 'splunk', account_ids: [randomUUID()] },
    ],
  },
  { line: 'GET /siems/{siem}', makes: 'siem', shape: documented.siem },
  {
    line: 'PATCH /siems/{siem}',
    makes: 'siem',
    body: { account_ids: [] },
    shape: documented.siem,
    refusesBodies: [{}, { kind: 'sigma' }, { name: '' }, { account_ids: [randomUUID()] }],
    notForMembers: true,
  },
  { line: 'DELETE /siems/{siem}', makes: 'siem', shape: documented.message, notForMembers: true },
  {
    line: 'POST /siems/{siem}/import',
    makes: 'siem',
    // JSON is YAML, and so this is a rule of Sigma.
    file: { title: 'x', logsource: { product: 'aws' }, detection: { s: { eventName: 'x' }, condition: 's' } },
    shape: documented.siemImport,
    takes: ['file=rules.yml', 'apply=true', 'apply=false'],
    refuses: ['apply=perhaps', 'expect=x', 'file='],
    notForMembers: true,
  },
  {
    line: 'PUT /siems/{connected}/connection',
    makes: 'connected siem',
    body: { address: 'https://splunk.example.com', token: 'x' },
    shape: documented.siem,
    refusesBodies: [
      {},
      { address: 'ftp://splunk.example.com', token: 'x' },
      { address: 'http://10.1.2.3', token: 'x' },
      { address: 'https://splunk.example.com', token: 'two words' },
      { address: 'https://splunk.example.com', token: 'x', every_hours: 0 },
      { address: 'https://splunk.example.com', token: 'x', tenant_id: 'contoso' },
      { address: 'https://elsewhere.example.com' },
    ],
    notForMembers: true,
  },
  {
    line: 'POST /siems/{connected}/connection/import',
    makes: 'connected siem',
    shape: documented.siemImport,
    takes: ['apply=true', 'apply=false'],
    refuses: ['apply=perhaps', 'expect=x', 'file=x'],
    notForMembers: true,
  },
  {
    line: 'DELETE /siems/{connected}/connection',
    makes: 'connected siem',
    shape: documented.message,
    notForMembers: true,
  },
  {
    line: 'POST /siems/overlap',
    makes: 'siem',
    body: { rules: [{ sigma: RULE, events: [{ eventName: 'CreateUser' }] }] },
    shape: { rules: [{ covered_by: [documented.siemCovering] }] },
    refusesBodies: [
      {},
      { rules: [] },
      { rules: [{}] },
      { rules: [{ sigma: 'x' }] },
      { rules: [{ sigma: RULE, events: 'x' }] },
    ],
  },
  {
    line: 'POST /siems/drift',
    makes: 'siem',
    body: { rules: [{ sigma: RULE }] },
    shape: { rules: [{ sigma: 'list', found: [documented.siemDrift] }] },
    refusesBodies: [{}, { rules: [] }, { rules: [{}] }, { rules: [{ sigma: 'x' }] }],
  },
  {
    line: 'GET /siems/{siem}/rules',
    makes: 'siem',
    shape: { siem_id: 'uuid', rules: [documented.siemRule], total: 'integer', page: 'integer', page_size: 'integer' },
    takes: ['can_fire=no', 'technique=T1078', 'q=x', 'page=2&page_size=200'],
    refuses: ['can_fire=maybe', 'technique=x', 'page=0', 'page_size=201', 'format=xml'],
  },
];
