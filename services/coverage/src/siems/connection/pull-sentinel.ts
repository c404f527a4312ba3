import type { ExportFile } from '../exports/exported-rule.js';
import { textOf } from '../exports/json-values.js';
import type { PulledRules, SiemAccess, SiemApplication } from './pulled-rules.js';
import { type SiemCalls, SiemUnreachableError } from './siem-calls.js';

const API_VERSION = '2024-03-01';
const MOST_PAGES = 200;

/**
 * Where the tokens of Azure's clouds come from, by the host of their resource manager.
 * @see https://learn.microsoft.com/entra/identity-platform/authentication-national-cloud
 */
const LOGINS: Readonly<Record<string, string>> = {
  'management.usgovcloudapi.net': 'https://login.microsoftonline.us',
  'management.chinacloudapi.cn': 'https://login.partner.microsoftonline.cn',
};
const USUAL_LOGIN = 'https://login.microsoftonline.com';

/**
 * The analytics rules of a workspace, whose resource the address names. The application needs "Microsoft Sentinel Reader" there.
 * @see https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list
 */
export async function pullSentinel(calls: SiemCalls, access: SiemAccess): Promise<PulledRules> {
  const { application } = access;
  if (application === null)
    throw new SiemUnreachableError('Sentinel is reached by an application, and none is stored.');
  const { address } = access;
  const { origin } = new URL(address);
  const token = await tokenFor(calls, origin, access.secret, application);
  const files: ExportFile[] = [];
  let next: string | undefined =
    `${address}/providers/Microsoft.SecurityInsights/alertRules?api-version=${API_VERSION}`;
  for (let page = 1; next !== undefined; page++) {
    if (page > MOST_PAGES) throw new SiemUnreachableError(`Sentinel gives its rules on more than ${MOST_PAGES} pages.`);
    const { json, text } = await calls.ask(next, { method: 'GET', headers: { authorization: `Bearer ${token}` } });
    if (!Array.isArray(json['value']))
      throw new SiemUnreachableError(`${new URL(next).host} answered without "value"; is it Azure's resource manager?`);
    files.push({ name: `alertRules-${page}.json`, text });
    next = textOf(json['nextLink']);
    // The token is for this resource manager alone.
    if (next !== undefined && URL.parse(next)?.origin !== origin)
      throw new SiemUnreachableError(
        'The answer of Sentinel names a next page at another address, which is not asked.',
      );
  }
  return { files, warnings: [] };
}

/** @see https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
async function tokenFor(
  calls: SiemCalls,
  resource: string,
  secret: string,
  { clientId, loginAddress, tenantId }: SiemApplication,
): Promise<string> {
  const login = loginAddress ?? LOGINS[new URL(resource).hostname] ?? USUAL_LOGIN;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: `${resource}/.default`,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = `${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  const { json } = await calls.ask(url, { method: 'POST', headers, body: body.toString() });
  const token = textOf(json['access_token']);
  if (token === undefined) throw new SiemUnreachableError(`${new URL(url).host} gave no access_token.`);
  return token;
}
