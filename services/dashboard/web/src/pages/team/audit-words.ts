import type { operations } from '@tripline/client/rules-api';
import { entryFor, wordsFor } from '../../api/open-list.js';

/** An event of the audit log. */
export type AuditEvent =
  operations['listAuditEvents']['responses'][200]['content']['application/json']['data']['events'][number];

/** What is done something to, as pages call it; the rest is called as it is stored. */
const THINGS: Readonly<Record<string, string>> = {
  account: 'cloud account',
  api_key: 'API key',
  audit: 'audit log',
  generation: 'report',
  key: 'API key',
  login: 'sign-in',
  siem: 'SIEM',
};

/** What is not said by its thing and its verb. */
const WHOLE: Readonly<Record<string, string>> = {
  'account.change_mails_set': 'mails on changes switched',
  'generation.renamed': 'report’s title edited',
  'rule.generated': 'rules generated',
  'rule.purged': 'rule deleted for good',
  'session.reuse_detected': 'session ended: its token was used twice',
  'team.second_factor': 'second factor of the team switched',
  'team.siems_chosen': 'SIEMs of the team chosen',
  'user.factors_reset': 'second factors of a user reset',
  'user.sign_in_link_made': 'sign-in link made',
  'user.sign_in_link_used': 'sign-in link used',
};

/** What was done, in words: `rule.state_changed` is "rule state changed". */
export function actionWords(action: string): string {
  const [thing = '', verb = ''] = action.split(/\.(.*)/);
  return entryFor(WHOLE, action) ?? `${wordsFor(THINGS, thing)} ${verb.replaceAll('_', ' ')}`.trim();
}

const NOBODY: Readonly<Record<string, string>> = {
  admin: 'the operator',
  schedule: 'a schedule',
  'secret-scanning': 'a partner that looks for keys in public',
};

/** Who did it. */
export const actorWords = ({ actorEmail, actorId }: Pick<AuditEvent, 'actorEmail' | 'actorId'>): string =>
  actorEmail ?? (actorId === null ? 'somebody unknown' : (entryFor(NOBODY, actorId) ?? actorId));

type Target = Pick<AuditEvent, 'action' | 'details' | 'targetId' | 'targetType'>;

/** What it was done to: by the name that was recorded with it, else by what it is. Its id stands among the details. */
export function targetWords({ action, details, targetType }: Omit<Target, 'targetId'>): string {
  if (targetType === null) return '–';
  // Of other actions `to` is a tier, a role, a user's id or a day.
  const names = action.endsWith('.renamed') ? ['to'] : ['email', 'title', 'name', 'organization'];
  const named = names.map((key) => details[key]).find((value) => typeof value === 'string' && value !== '');
  // It is recorded with the account that it was taken out of, and by its own name.
  const thing = action === 'detection.withdrawn' ? 'detection' : wordsFor(THINGS, targetType);
  return typeof named === 'string' ? `${thing} “${named}”` : thing;
}

/** Where what it was done to is looked at; undefined where it is gone, has no page, or is not known to be the team's. */
export function targetAddress({ action, details, targetId: id, targetType }: Target): string | undefined {
  if (id === null || /\.(?:deleted|forgotten|purged|removed|withdrawn)$/.test(action)) return undefined;
  const folder = FOLDERS.get(targetType ?? '') ?? folderOf(targetType, action, details);
  return folder === undefined ? undefined : `${folder}/${id}`;
}

/** Where things of a type stand, whatever was done to them. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['cloud_account', '/coverage'],
  ['organization', '/organizations'],
  ['service_account', '/team/service-accounts'],
  ['siem', '/siems'],
]);

/** Where a thing stands whose place depends on what was recorded with it. */
function folderOf(type: string | null, action: string, details: AuditEvent['details']): string | undefined {
  const account = details['cloud_account_id'] ?? details['account'];
  if (type === 'rule') return isOfTeam(action, details) ? '/team/rules' : undefined;
  if (type === 'generation') return isOfTeam(action, details) && details['kept'] !== false ? '/reports' : undefined;
  if (typeof account !== 'string') return undefined;
  if (type === 'scan') return `/coverage/${account}/scans`;
  return type === 'detection' ? `/coverage/${account}/detections` : undefined;
}

/** The team's log also has what members do to rules and reports of their own, which nobody else can read. What is generated is in the log of its owner. */
const isOfTeam = (action: string, details: AuditEvent['details']): boolean =>
  action === 'rule.generated' || details['owner'] === 'team';
