import { NO_PAGES, type Operation, PAGES } from './documented-operation.js';
import * as documented from './documented-shapes.js';

/** What a key is good for. */
const keyGrant = { expires_at: 'instant?', scopes: 'list', allowed_ips: 'list?' } as const;

/** Keys and webhooks. */
export const DOOR_OPERATIONS: readonly Operation[] = [
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
    line: 'POST /webhooks/{webhook}/test',
    sessionOnly: true,
    makes: 'webhook',
    body: { event: 'scan.finished' },
    shape: documented.webhookDelivery,
    refusesBodies: [{ event: 'audit.recorded' }, { event: 1 }, { type: 'scan.finished' }],
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
];
