import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AuditEvent, targetAddress, targetWords } from '../../web/src/pages/team/audit-words.js';

const ID = '0193aaaa-0000-7000-8000-000000000001';
const OTHER = '0193bbbb-0000-7000-8000-000000000002';
const EMAIL = 'ada@example.org';

interface Sample {
  readonly of: string | null;
  readonly details?: AuditEvent['details'];
  readonly words: string;
  readonly leadsTo?: string;
}

const user = (details: AuditEvent['details'] = {}): Sample => ({ of: 'user', details, words: 'user' });
const member = (details: AuditEvent['details'] = {}): Sample => ({
  ...{ of: 'user', words: `user “${EMAIL}”` },
  details: { email: EMAIL, role: 'member', ...details },
});
const invitation: Sample = {
  ...{ of: 'invitation', words: `invitation “${EMAIL}”` },
  details: { email: EMAIL, role: 'admin' },
};
const team = (details: AuditEvent['details'] = {}): Sample => ({ of: 'team', details, words: 'team' });
const many: Sample = { of: null, details: { rules: 2, ruleKeys: [ID, OTHER], to: 'accepted' }, words: '–' };
const named = (of: string, words: string, leadsTo?: string): Sample => ({
  ...{ of, details: { name: 'North' }, words: `${words} “North”` },
  ...(leadsTo === undefined ? {} : { leadsTo }),
});
const pipeline = named('pipeline', 'pipeline');
const webhook: Sample = { of: 'webhook', details: { service: 'rules', origin: 'https://a.example' }, words: 'webhook' };
const key: Sample = { of: 'api_key', words: 'API key' };
const rule = (words: string, details: AuditEvent['details'], leadsTo?: string): Sample => ({
  ...{ of: 'rule', words, details },
  ...(leadsTo === undefined ? {} : { leadsTo }),
});
const ofAccount = (words: string, details: AuditEvent['details'] = {}): Sample => ({
  ...{ of: 'cloud_account', details, words, leadsTo: `/coverage/${ID}` },
});
const detection = (details: AuditEvent['details'], words = 'detection'): Sample => ({
  ...{ of: 'detection', words, leadsTo: `/coverage/${OTHER}/detections/${ID}` },
  details: { ...details, account: OTHER },
});
const withoutLink = ({ leadsTo: _, ...sample }: Sample): Sample => sample;

/** What the services record with each action, to what, and what the log says of it. */
const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'team.created': [named('team', 'team')],
  'team.renamed': [{ of: 'team', details: { from: 'South', to: 'North' }, words: 'team “North”' }],
  'team.deleted': [{ of: 'team', details: { name: 'North', members: 2 }, words: 'team “North”' }],
  'team.transferred': [team({ from: OTHER, to: ID })],
  'team.second_factor': [team({ required: true })],
  'team.siems_chosen': [team({ siems: ['splunk'] })],
  'member.invited': [invitation],
  'member.joined': [member({ invitationId: OTHER })],
  'member.removed': [member()],
  'member.left': [member()],
  'member.role_changed': [member({ from: 'member', to: 'admin' })],
  'invitation.declined': [invitation],
  'invitation.revoked': [invitation],
  'invitation.expired': [invitation],
  'rule.generated': [
    {
      of: 'generation',
      details: { inputType: 'text', url: null, rules: 2 },
      words: 'report',
      leadsTo: `/reports/${ID}`,
    },
    { of: 'generation', details: { inputType: 'text', url: null, rules: 2, kept: false }, words: 'report' },
  ],
  'rule.edited': [
    rule('rule “Dump”', { title: 'Dump', owner: 'team', version: 2 }, `/team/rules/${ID}`),
    rule('rule “Dump”', { title: 'Dump', owner: 'user', version: 2 }),
    // Of before its owner was recorded: it may be anybody's.
    rule('rule “Dump”', { title: 'Dump', version: 2 }),
  ],
  'rule.state_changed': [
    many,
    rule('rule “Dump”', { title: 'Dump', owner: 'team', from: 'draft', to: 'accepted' }, `/team/rules/${ID}`),
    rule('rule “Dump”', { title: 'Dump', owner: 'user', from: 'draft', to: 'accepted' }),
  ],
  'rule.deleted': [many, rule('rule “Dump”', { title: 'Dump', owner: 'team' })],
  'rule.moved': [team({ rules: 2, ruleKeys: [ID, OTHER] })],
  'rule.exported': [many],
  'rule.restored': [many],
  'rule.purged': [many],
  'generation.renamed': [
    {
      ...{ of: 'generation', words: 'report “Second wave”', leadsTo: `/reports/${ID}` },
      details: { owner: 'team', from: 'First', to: 'Second wave' },
    },
    {
      ...{ of: 'generation', words: 'report “Second wave”' },
      details: { owner: 'user', from: 'First', to: 'Second wave' },
    },
  ],
  'generation.deleted': [{ of: 'generation', details: { title: 'First', inputType: 'text' }, words: 'report “First”' }],
  'pipeline.created': [pipeline],
  'pipeline.changed': [pipeline],
  'pipeline.deleted': [pipeline],
  'key.created': [named('api_key', 'API key')],
  'key.rotated': [named('api_key', 'API key')],
  'key.revoked': [key, named('api_key', 'API key')],
  'key.leaked': [{ ...key, details: { url: 'https://a.example' } }],
  'webhook.created': [webhook],
  'webhook.changed': [webhook],
  'webhook.deleted': [webhook],
  'webhook.secret_rotated': [webhook],
  'webhook.redelivered': [webhook],
  'webhook.tested': [webhook],
  'service_account.created': [named('service_account', 'service account', `/team/service-accounts/${ID}`)],
  'service_account.deleted': [named('service_account', 'service account')],
  'account.connected': [named('cloud_account', 'cloud account', `/coverage/${ID}`)],
  'account.changed': [named('cloud_account', 'cloud account', `/coverage/${ID}`)],
  'account.change_mails_set': [ofAccount('cloud account', { enabled: true })],
  'account.moved': [named('cloud_account', 'cloud account', `/coverage/${ID}`)],
  'account.removed': [named('cloud_account', 'cloud account')],
  'scan.started': [
    {
      ...{ of: 'scan', words: 'scan', leadsTo: `/coverage/${OTHER}/scans/${ID}` },
      details: { cloud_account_id: OTHER, regions: [] },
    },
    { of: 'organization', details: { scans: 3 }, words: 'organization', leadsTo: `/organizations/${ID}` },
    ofAccount('cloud account', { schedule: 'daily', scan_id: OTHER }),
  ],
  'scan.skipped': [ofAccount('cloud account', { schedule: 'daily', scan_id: null, tier: 'free' })],
  'scan.cancelled': [
    {
      ...{ of: 'scan', words: 'scan', leadsTo: `/coverage/${OTHER}/scans/${ID}` },
      details: { cloud_account_id: OTHER },
    },
  ],
  'detection.declared': [ofAccount('cloud account', { rules: ['My SIEM rule'] })],
  'detection.withdrawn': [
    { of: 'cloud_account', details: { name: 'My SIEM rule' }, words: 'detection “My SIEM rule”' },
  ],
  'detection.tagged': [detection({ name: 'Root signs in', tags: ['T1078'] }, 'detection “Root signs in”')],
  'proof.recorded': [detection({ detection: 'Root signs in', kind: 'test', reference: 'T-1', techniques: ['T1078'] })],
  'proof.deleted': [withoutLink(detection({ kind: 'test', reference: 'T-1' }))],
  'exclusion.created': [ofAccount('cloud account', { id: OTHER, kind: 'technique', owner: 'team' })],
  'exclusion.deleted': [withoutLink(ofAccount('cloud account', { id: OTHER, kind: 'technique', owner: 'team' }))],
  'gap.updated': [ofAccount('cloud account', { technique: 'T1078', state: 'planned', owner: 'user' })],
  'override.created': [detection({ technique: 'T1078', covers: true })],
  'override.deleted': [withoutLink(detection({ technique: 'T1078', covers: true }))],
  'siem.created': [named('siem', 'SIEM', `/siems/${ID}`)],
  'siem.changed': [named('siem', 'SIEM', `/siems/${ID}`)],
  'siem.connected': [named('siem', 'SIEM', `/siems/${ID}`)],
  'siem.disconnected': [named('siem', 'SIEM', `/siems/${ID}`)],
  'siem.imported': [named('siem', 'SIEM', `/siems/${ID}`)],
  'siem.deleted': [named('siem', 'SIEM')],
  'organization.read': [
    {
      ...{ of: 'organization', words: 'organization “o-1a2b3c”', leadsTo: `/organizations/${ID}` },
      details: { organization: 'o-1a2b3c', accounts: 3, added: 2 },
    },
  ],
  'organization.forgotten': [
    { of: 'organization', details: { organization: 'o-1a2b3c' }, words: 'organization “o-1a2b3c”' },
  ],
  'login.failed': [user({ factor: 'password' })],
  'session.reuse_detected': [{ of: 'session', words: 'session' }],
  'session.ended': [{ of: 'session', words: 'session' }, user()],
  'password.changed': [user()],
  'password.reset': [user()],
  'user.registered': [user({ invitationId: OTHER })],
  'user.email_verified': [user({ issuer: 'https://id.example' })],
  'user.tier_changed': [user({ from: 'free', to: 'pro' })],
  'user.deleted': [user()],
  'user.factor_added': [user({ factor: 'passkey', id: OTHER })],
  'user.factor_removed': [user({ factor: 'totp' })],
  'user.recovery_codes_made': [user()],
  'user.recovery_code_used': [user({ left: 9 })],
  'user.factors_reset': [user({ totp: true })],
  'user.created': [user({ tier: 'pro' })],
  'user.sign_in_link_made': [user()],
  'user.sign_in_link_used': [user()],
  'audit.exported': [team({ format: 'csv', from: '2026-11-01', to: '2026-11-30' })],
};

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The actions that the documentation names; `.renamed` after `team.created` is `team.renamed`. */
function documentedActions(): string[] {
  const [, table = ''] = readFileSync(`${ROOT}docs/audit.md`, 'utf8').split('| actions | recorded by |');
  const [rows = ''] = table.split('\n\n');
  let thing = '';
  return [...rows.matchAll(/`([a-z_]*)\.([a-z_]+)`/g)].map(([, of, verb]) => {
    thing = of || thing;
    return `${thing}.${verb}`;
  });
}

/** The actions that the services' sources spell out where they record them. */
const recordedActions = (): string[] =>
  ['packages', 'services']
    .flatMap((folder) => readdirSync(ROOT + folder).map((name) => `${ROOT}${folder}/${name}/src/`))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => folder + name))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:action: |audit\(\w+, )'([a-z_]+\.[a-z_]+)'/g)])
    .map(([, action = '']) => action);

test('every documented action is looked at here, and every recorded one documented', () => {
  expect([...new Set(documentedActions())].sort()).toEqual(Object.keys(SAMPLES).sort());
  const recorded = recordedActions();
  expect(recorded.length).toBeGreaterThan(60);
  expect(Object.keys(SAMPLES)).toEqual(expect.arrayContaining(recorded));
});

test.each(Object.entries(SAMPLES).flatMap(([action, samples]) => samples.map((sample) => [action, sample] as const)))(
  '%s names what it was done to, and leads to it alone: %j',
  (action, { of, details = {}, words, leadsTo }) => {
    const event = { action, details, targetId: of === null ? null : ID, targetType: of };
    expect(targetWords(event)).toBe(words);
    expect(targetAddress(event)).toBe(leadsTo);
  },
);
