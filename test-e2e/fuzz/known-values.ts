import fc from 'fast-check';
import type { Operation } from './document.js';
import { ADVISORY, PIPELINE, RULE_TECHNIQUE, ruleNamed, TECHNIQUES, WEBHOOK_URL } from './samples.js';
import type { KnownValues } from './schema-values.js';

/** An end of a key or a subscription. */
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();
/** What a key may be bound to and still be used by the fuzzer. */
const NETWORKS = ['127.0.0.0/8', '::1', '::/0', '0.0.0.0/0'];

/** Who sends valid requests for an operation. An operation without an entry is called by everybody its credential allows. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/team': ['founder'],
  'DELETE /v1/team': ['disbander'],
  'POST /v1/team/leave': ['leaver'],
  'POST /v1/team/transfer': ['giver'],
  // With the token of an invitation or without it.
  'POST /v1/auth/register': ['guest'],
  'POST /v1/team/invitations/accept': ['guest'],
  'POST /v1/team/invitations/decline': ['guest'],
  'POST /v1/auth/change-password': ['drifter'],
  'POST /v1/auth/reset-password': ['drifter'],
  'DELETE /v1/me/sessions': ['drifter'],
  'DELETE /v1/me': ['quitter'],
  'POST /v1/auth/verify-email': ['newcomer'],
  'GET /v1/auth/oidc/callback': ['outsider'],
  'POST /v1/me/factors/totp': ['enroller'],
  'POST /v1/me/factors/totp/confirm': ['enroller'],
  'DELETE /v1/me/factors/totp': ['guarded'],
  'POST /v1/me/factors/recovery-codes': ['guarded'],
  'POST /v1/auth/login/second-factor': ['guarded'],
  'POST /v1/me/factors/passkeys/options': ['keymaker'],
  'POST /v1/me/factors/passkeys': ['keymaker'],
  'DELETE /v1/me/factors/passkeys/{id}': ['keymaker'],
  'POST /v1/auth/login/passkey': ['keymaker'],
  'POST /v1/pipelines': ['enterprise', 'owner', 'admin', 'pro', 'individual', 'free'],
  'PUT /v1/pipelines/{id}': ['enterprise', 'owner', 'admin', 'pro', 'individual', 'free'],
  'DELETE /v1/pipelines/{id}': ['enterprise', 'owner', 'admin', 'pro', 'individual', 'free'],
  'PATCH /v1/team': ['owner'],
  'POST /v1/team/invite': ['owner', 'admin'],
  // Somebody in no team has nowhere to move anything to.
  'POST /accounts/move': ['owner', 'admin', 'member'],
  'DELETE /v1/team/invitations/{id}': ['owner', 'admin'],
  'PATCH /v1/team/members/{userId}': ['owner'],
  'DELETE /v1/team/members/{userId}': ['owner'],
};

export function callersOf(operation: Operation): readonly string[] {
  const named = CALLERS[operation.name];
  if (named !== undefined) return named;
  if (operation.security.includes('adminToken')) return ['operator'];
  if (operation.path.includes('/webhooks')) return ['enterprise', 'owner', 'admin', 'pro', 'member', 'free'];
  if (operation.path.startsWith('/v1/team/service-accounts')) return ['owner', 'admin'];
  if (operation.path.startsWith('/v1/team')) return ['owner', 'owner', 'admin', 'member', 'pro', 'lapsed'];
  return ['enterprise', 'enterprise', 'owner', 'owner', 'pro', 'member', 'individual', 'free', 'lapsed'];
}

/** The kind of thing that a path's parameter names, by the beginning of the path. The thing belongs to the caller. */
const PATH_THINGS: readonly (readonly [beginning: string, thing: string, ofDelete?: string])[] = [
  ['/v1/generations/{id}', 'generation', 'spareGeneration'],
  ['/v1/me/sessions/{id}', 'session'],
  ['/v1/me/factors/passkeys/{id}', 'passkey'],
  ['/v1/rules/bulk/{jobId}/file', 'exportJob'],
  ['/v1/rules/bulk/{jobId}', 'job'],
  ['/v1/rules/{key}', 'rule', 'spareRule'],
  ['/v1/pipelines/{id}', 'pipeline', 'sparePipeline'],
  ['/v1/team/rules/{ruleKey}', 'rule'],
  ['/v1/webhooks/{id}/deliveries/{delivery}', 'toldRulesWebhook'],
  ['/v1/webhooks/{id}', 'rulesWebhook'],
  ['/v1/api-keys/{prefix}', 'spareKey'],
  ['/v1/team/service-accounts/{id}/keys', 'serviceAccount'],
  ['/v1/team/invitations/{id}', 'invitation'],
  ['/v1/team/service-accounts/{id}', 'serviceAccount'],
  ['/v1/team/members/{userId}', 'member', 'spareMember'],
  ['/accounts/{id}/coverage', 'scannedAccount'],
  ['/accounts/{id}/changes', 'scannedAccount'],
  ['/accounts/{id}/detections', 'scannedAccount'],
  ['/accounts/{id}', 'account', 'spareAccount'],
  ['/detections/{id}/proof', 'declared'],
  ['/detections/{id}', 'detection', 'declared'],
  ['/proof/{id}', 'proof'],
  ['/exclusions/{id}', 'exclusion'],
  ['/overrides/{id}', 'override'],
  ['/siems/{id}/connection', 'connectedSiem'],
  ['/siems/{id}', 'siem'],
  ['/webhooks/{id}/deliveries/{delivery}', 'toldWebhook'],
  ['/webhooks/{id}', 'webhook'],
  ['/organizations/{id}', 'organization'],
  ['/scans/{id}/cancel', 'pendingScan'],
  ['/scans/{id}', 'scan'],
  ['/keys/{prefix}', 'spareKey'],
];

/** Gives the thing that an operation's path names; undefined if it names none. */
export function pathThing({ method, path }: Operation): string | undefined {
  const row = PATH_THINGS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`));
  return method === 'DELETE' ? (row?.[2] ?? row?.[1]) : row?.[1];
}

/** What a success of an operation uses up: a thing of the caller, or the whole caller (`*`). */
export const USED_UP: Readonly<Record<string, string>> = {
  'DELETE /v1/api-keys/{prefix}': 'spareKey',
  'DELETE /keys/{prefix}': 'spareKey',
  'POST /v1/api-keys/{prefix}/rotate': 'spareKey',
  'POST /keys/{prefix}/rotate': 'spareKey',
  'DELETE /v1/team/service-accounts/{id}/keys/{prefix}': 'serviceKey',
  'DELETE /v1/team/invitations/{id}': 'invitation',
  'DELETE /v1/team/members/{userId}': 'spareMember',
  'DELETE /v1/team/service-accounts/{id}': 'serviceAccount',
  'DELETE /v1/rules/{key}': 'spareRule',
  'POST /v1/rules/delete': 'spareRule',
  'POST /v1/rules/bulk': 'spareRule',
  'POST /v1/rules/bin/restore': 'deletedRule',
  'DELETE /v1/rules/bin': 'deletedRule',
  'DELETE /v1/generations/{id}': 'spareGeneration',
  'DELETE /v1/pipelines/{id}': 'sparePipeline',
  'DELETE /accounts/{id}': 'spareAccount',
  'DELETE /detections/{id}': 'declared',
  'DELETE /proof/{id}': 'proof',
  'DELETE /exclusions/{id}': 'exclusion',
  'DELETE /overrides/{id}': 'override',
  'DELETE /siems/{id}': 'siem',
  'DELETE /siems/{id}/connection': 'connectedSiem',
  'DELETE /webhooks/{id}': 'webhook',
  'DELETE /v1/webhooks/{id}': 'rulesWebhook',
  'DELETE /organizations/{id}': 'organization',
  'POST /scans/{id}/cancel': 'pendingScan',
  'DELETE /v1/me/sessions/{id}': 'session',
  'DELETE /v1/me/sessions': '*',
  'DELETE /v1/me': '*',
  'POST /v1/auth/register': '*',
  'POST /v1/auth/refresh': 'refreshToken',
  'POST /v1/auth/logout': 'refreshToken',
  'POST /v1/auth/verify-email': 'verifyToken',
  'POST /v1/auth/login/link': 'linkToken',
  'POST /v1/team/invitations/decline': 'invitationToken',
  'POST /v1/team/invitations/accept': '*',
  'POST /v1/team': '*',
  'DELETE /v1/team': '*',
  'POST /v1/team/leave': '*',
  'POST /v1/team/transfer': '*',
  'POST /v1/auth/change-password': '*',
  'POST /v1/auth/reset-password': '*',
  'GET /v1/auth/oidc/callback': '*',
  'POST /v1/me/factors/totp/confirm': '*',
  'DELETE /v1/me/factors/totp': '*',
  'POST /v1/me/factors/recovery-codes': 'recoveryCode',
  'POST /v1/auth/login/second-factor': 'recoveryCode',
  'POST /v1/me/factors/passkeys': '*',
  'DELETE /v1/me/factors/passkeys/{id}': 'passkey',
  'POST /v1/auth/login/passkey': '*',
};

/** Which rules of the caller a body names, where it uses them up or brings them back. */
const RULE_KEYS_OF: Readonly<Record<string, string>> = {
  'POST /v1/rules/delete': 'spareRule',
  'POST /v1/rules/bin/restore': 'deletedRule',
};

/** Meaningful values for a request from `caller`. */
export function knownValues({ name, path }: Operation, caller: string, servedUrls: readonly string[]): KnownValues {
  const mine = (thing: string): fc.Arbitrary<string> => fc.constant(`{{${caller}.${thing}}}`);
  const titled = fc.constant(`{{${caller}.marker}}`);
  // Each action has fields of its own, which no schema tells.
  const jobs = fc.oneof(
    fc.record({
      action: fc.constant('state'),
      state: fc.constantFrom('draft', 'accepted'),
      ruleKeys: fc.tuple(mine('spareRule')),
    }),
    fc.record({ action: fc.constant('delete'), rules: fc.tuple(fc.record({ ruleKey: mine('spareRule') })) }),
    fc.record({
      action: fc.constant('export'),
      formats: fc.constantFrom(['sigma'], ['savedsearches', 'sigma']),
      options: fc.record({ index: fc.constantFrom('main', 'windows') }),
      ruleKeys: fc.tuple(mine('spareRule')),
    }),
  );
  const places: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    'body.name': fc
      .uuid()
      .map((id) =>
        name === 'POST /v1/team/service-accounts'
          ? `{{${caller}.marker}}-${id.slice(0, 8)}`
          : `{{${caller}.marker}} ${id}`,
      ),
    'body.title': titled,
    'body.text': path.startsWith('/v1/pipelines')
      ? fc.constantFrom(PIPELINE, `${PIPELINE}# {{${caller}.marker}}\n`)
      : fc.constantFrom(ADVISORY, `${ADVISORY}\n{{${caller}.marker}}`, 'nothing of note'),
    'body.url': path.includes('/webhooks') ? fc.constant(WEBHOOK_URL) : fc.constantFrom(...servedUrls),
    'body.techniqueId': fc.constantFrom(...TECHNIQUES),
    'body.technique_id': fc.constantFrom(...TECHNIQUES),
    // Proof names techniques that its detection detects.
    'body.technique_ids[]': fc.constant(RULE_TECHNIQUE),
    'body.detection_id': mine('declared'),
    'body.observed_at': fc.constantFrom('2026-01-01', '2026-02-03T04:05:06Z'),
    'body.actor_ids[]': fc.constantFrom('G0007', 'G0016', 'C0027'),
    'body.yaml': fc.constantFrom(ruleNamed(`{{${caller}.marker}}`), ruleNamed(`{{${caller}.marker}} and more`)),
    'body.rules[]':
      name === 'POST /siems/overlap'
        ? fc.constant({ sigma: ruleNamed(`{{${caller}.marker}}`), events: [{ eventName: 'StopLogging' }] })
        : name === 'POST /siems/drift'
          ? fc.constant({ sigma: ruleNamed(`{{${caller}.marker}}`) })
          : fc.uuid().map((id) => ruleNamed(`{{${caller}.marker}} ${id}`)),
    ...(name === 'POST /v1/rules/bulk' ? { body: jobs } : {}),
    // Which stacks and places a language has, no schema tells.
    'body.siems': fc.constantFrom(
      [{ id: 'siem_spl', stack: 'cim', index: 'windows', sourcetype: 'sysmon' }],
      [{ id: 'siem_kql', table: 'SecurityEvent' }, { id: 'siem_lucene' }],
      [],
    ),
    'body.jobId': mine('deletingJob'),
    'body.rule_keys[]': mine('rule'),
    'body.ruleKeys[]': mine(RULE_KEYS_OF[name] ?? 'rule'),
    'body.account_ids[]': mine('account'),
    // A query is in its language, and its log source is none that it contradicts.
    'body.query': fc.constantFrom('index=main CommandLine="*whoami*"', 'index=windows CommandLine="*net user*"'),
    'body.language': fc.constant('spl'),
    'body.logsource': fc.constantFrom(undefined, {
      product: 'windows',
      category: 'process_creation',
      service: 'sysmon',
    }),
    'body.due_at': fc.constantFrom(null, IN_A_MONTH),
    'body.ticket_url': fc.constantFrom(null, 'https://tickets.example.test/SEC-101'),
    // Whose a thing is depends on the caller, and the wrong one's is not there.
    'query.owner': fc.constant(undefined),
    // Of an exclusion it is whoever answers for it.
    ...(path.endsWith('/exclusions') ? {} : { 'body.owner': fc.constant(undefined) }),
    // Of which nobody has one: what others name stays.
    'body.filter': fc.constant({ state: 'rejected', platform: 'waf-2' }),
    'body.email': emailFor(name, mine),
    'body.invitation': mine('invitedToken'),
    'body.password':
      name.endsWith('/login') || name === 'DELETE /v1/me'
        ? mine('password')
        : fc.constant('a kettle of nine grey stones'),
    'body.currentPassword': mine('password'),
    'body.newPassword': fc.constant('eleven slow rivers under glass'),
    'body.refreshToken': mine('refreshToken'),
    'body.token': path === '/siems/{id}/connection' ? fc.constant('a-token') : mine(tokenOf(name)),
    'body.address': fc.constantFrom(...servedUrls.slice(0, 1).map((url) => new URL(url).origin)),
    // For Sentinel alone.
    ...Object.fromEntries(
      ['tenant_id', 'client_id', 'login_address'].map((field) => [`body.${field}`, fc.constant(undefined)]),
    ),
    // What the fuzzer's teams required would keep their members out.
    'body.requireSecondFactor': fc.constantFrom(undefined, false),
    'body.ticket': mine(ticketOf(name)),
    // The body has one of the three, not two.
    'body.passkey': passkeyFor(name, mine),
    'body.code': name.endsWith('/second-factor') ? fc.constant(undefined) : mine('appCode'),
    'body.recoveryCode': mine('recoveryCode'),
    'body.userId': mine('heir'),
    'body.regions': fc.constantFrom(null, ['us-east-1']),
    'body.schedule': fc.constantFrom(null, 'daily', '0 3 * * *'),
    'body.external_account_id': fc.constant('111122223333'),
    'body.role_arn': name.startsWith('PATCH')
      ? mine('roleArn')
      : fc.constantFrom(null, 'arn:aws:iam::111122223333:role/TriplineScanner'),
    'body.expiresAt': fc.constantFrom(null, IN_A_MONTH),
    'body.expires_at': fc.constantFrom(null, IN_A_MONTH),
    'body.allowedIps[]': fc.constantFrom(...NETWORKS),
    'body.allowed_ips[]': fc.constantFrom(...NETWORKS),
    'body.options.pipelines': fc.constantFrom(undefined, [], [{ text: PIPELINE }]),
    // A stack is one of the form's backend.
    ...(name.endsWith('/export') ? { 'query.format': fc.constantFrom('savedsearches', 'sigma') } : {}),
    'query.stack': fc.constantFrom('windows_xml', 'windows_classic', 'cim'),
    'query.pipelines': fc.constantFrom(undefined, 'none'),
    'query.technique': fc.constantFrom('T1562.008', 'T1059'),
    'query.from': path.includes('audit') ? fc.constant('2026-01-01') : mine('snapshotBefore'),
    'query.to': path.includes('audit') ? fc.constantFrom('2030-01-01', '2030-01-01T00:00:00Z') : mine('snapshotAfter'),
    'query.action': fc.constantFrom('rule.generated', 'key.created'),
    'query.actor': path.endsWith('/matrix') ? fc.constantFrom('G0007', 'chosen') : mine('email'),
    'query.createdBy': mine('id'),
    'query.tactic': fc.constantFrom('persistence', 'TA0003'),
    'query.region': fc.constantFrom('us-east-1', 'eu-west-1'),
    'body.role_name': fc.constantFrom(undefined, 'TriplineScanner'),
    'query.since': fc.constantFrom(undefined, '2026-01-01T00:00:00Z'),
    ...(path.endsWith('/import') ? { 'query.file': fc.constantFrom(undefined, 'rules.yml') } : {}),
    // The digest of a difference that was shown, which nobody knows before.
    'query.expect': fc.constant(undefined),
    // Of a time before the first scan there is no report.
    'query.at': fc.constantFrom(undefined, '2040-01-01T00:00:00Z'),
    'query.returnTo': fc.constantFrom('/', '/rules?level=high'),
    'query.code': mine('code'),
    ...(name.endsWith('/oidc/callback') ? { 'query.state': mine('state') } : {}),
    // A cursor is valid only in few requests; in all others it would make the request fail.
    'query.cursor': fc.constant(undefined),
    'query.iss': fc.constant(undefined),
    'query.error': fc.constant(undefined),
    'body.own_credentials': fc.constant(false),
  };
  return (place) => places[place];
}

/** An address for a request: whose password is known, whose invitation is, or anybody's. */
function emailFor(name: string, mine: (thing: string) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (name.endsWith('/login')) return mine('email');
  if (name.endsWith('/register')) return mine('invitedName').map((invited) => `${invited}@example.test`);
  return fc.uuid().map((id) => `somebody-${id}@example.test`);
}

function ticketOf(name: string): string {
  if (name.endsWith('/login/passkey')) return 'proofTicket';
  return name.endsWith('/passkeys') ? 'passkeyTicket' : 'ticket';
}

/** A passkey just made or just used, of things that are signed for one ticket. */
function passkeyFor(name: string, mine: (thing: string) => fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (name.endsWith('/second-factor')) return fc.constant(undefined);
  const isProof = name.endsWith('/login/passkey');
  const id = mine(isProof ? 'provenId' : 'credentialId');
  const response: Readonly<Record<string, fc.Arbitrary<string>>> = isProof
    ? { clientDataJSON: mine('provenData'), authenticatorData: mine('authData'), signature: mine('signature') }
    : { clientDataJSON: mine('clientData'), attestationObject: mine('attestation') };
  return fc.record({
    id,
    rawId: id,
    type: fc.constant('public-key'),
    clientExtensionResults: fc.constant({}),
    response: fc.record(response),
  });
}

function tokenOf(name: string): string {
  if (name.endsWith('verify-email')) return 'verifyToken';
  if (name.endsWith('/login/link')) return 'linkToken';
  return name.endsWith('reset-password') ? 'resetToken' : 'invitationToken';
}
