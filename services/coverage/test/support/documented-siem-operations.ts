import { randomUUID } from 'node:crypto';
import { NO_PAGES, type Operation, PAGES, RULE } from './documented-operation.js';
import * as documented from './documented-shapes.js';
import * as siems from './documented-siem-shapes.js';

/** SIEMs, their rules, and what is compared with them. */
export const SIEM_OPERATIONS: readonly Operation[] = [
  {
    line: 'GET /siems',
    makes: 'siem',
    shape: { siems: [siems.siem], total: 'integer' },
    takes: [...PAGES, 'limit=200'],
    refuses: [...NO_PAGES, 'limit=201', 'kind=splunk'],
  },
  {
    line: 'POST /siems',
    body: { name: 'a SIEM', kind: 'splunk' },
    shape: siems.siem,
    refusesBodies: [
      {},
      { name: 'x' },
      { name: 'x', kind: 'graylog' },
      { name: '', kind: 'splunk' },
      { name: 'x', kind: 'splunk', account_ids: ['x'] },
      { name: 'x', kind: 'splunk', account_ids: [randomUUID()] },
    ],
  },
  { line: 'GET /siems/{siem}', makes: 'siem', shape: siems.siem },
  {
    line: 'PATCH /siems/{siem}',
    makes: 'siem',
    body: { account_ids: [] },
    shape: siems.siem,
    refusesBodies: [{}, { kind: 'sigma' }, { name: '' }, { account_ids: [randomUUID()] }],
    notForMembers: true,
  },
  { line: 'DELETE /siems/{siem}', makes: 'siem', shape: documented.message, notForMembers: true },
  {
    line: 'POST /siems/{siem}/import',
    makes: 'siem',
    // JSON is YAML, and so this is a rule of Sigma.
    file: { title: 'x', logsource: { product: 'aws' }, detection: { s: { eventName: 'x' }, condition: 's' } },
    shape: siems.siemImport,
    takes: ['file=rules.yml', 'apply=true', 'apply=false'],
    refuses: ['apply=perhaps', 'expect=x', 'file='],
    notForMembers: true,
  },
  {
    line: 'PUT /siems/{connected}/connection',
    makes: 'connected siem',
    body: { address: 'https://splunk.example.com', token: 'x' },
    shape: siems.siem,
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
    shape: siems.siemImport,
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
    shape: { rules: [{ covered_by: [siems.siemCovering] }] },
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
    shape: { rules: [{ sigma: 'list', without_id: 'integer', found: [siems.siemDrift] }] },
    refusesBodies: [{}, { rules: [] }, { rules: [{}] }, { rules: [{ sigma: 'x' }] }],
  },
  {
    line: 'GET /siems/{siem}/rules',
    makes: 'siem',
    shape: {
      siem_id: 'uuid',
      rules: [siems.siemRule],
      total: 'integer',
      counts: { can_fire: 'list', reason: 'list', read: 'list' },
      page: 'integer',
      page_size: 'integer',
    },
    takes: ['can_fire=no', 'reason=disabled', 'read=part', 'technique=T1078', 'q=x', 'page=2&page_size=200'],
    refuses: ['can_fire=maybe', 'reason=bad_luck', 'read=half', 'technique=x', 'page=0', 'page_size=201', 'format=xml'],
  },
];
