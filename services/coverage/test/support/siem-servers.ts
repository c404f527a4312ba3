import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server answers: a status, with a body as JSON, and headers. */
export interface Said {
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call that a server was sent. */
export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A small server that stands for a SIEM. */
export interface SiemServer {
  readonly url: string;
  readonly calls: Asked[];
  /** Answers instead of the product, until it is undefined again; `'silence'`: never. */
  instead: ((asked: Asked) => Said | 'silence' | undefined) | undefined;
  close(): Promise<void>;
}

/** Starts a server that answers as `product` does. */
export async function startSiemServer(product: (asked: Asked, url: string) => Said): Promise<SiemServer> {
  const calls: Asked[] = [];
  const server = createServer(async (req, res) => {
    const asked = await read(req);
    calls.push(asked);
    const said = siem.instead?.(asked) ?? product(asked, siem.url);
    if (said === 'silence') return;
    res.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    res.end(said.json === undefined ? '' : JSON.stringify(said.json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const siem: SiemServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    instead: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return siem;
}

async function read(req: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://siem');
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  return { path: pathname, query: searchParams, authorization: req.headers.authorization, body };
}

const NOT_FOUND: Said = { status: 404, json: {} };

/**
 * Splunk's management port: lists with `paging`, as "Pagination and filtering parameters" and the JSON of `output_mode=json` show them.
 * https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog
 * https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTsearch (saved/searches, alerts/fired_alerts/{name})
 * https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTknowledge (datamodel/model, whose description is the model's JSON)
 */
export function splunk(lists: {
  searches: readonly object[];
  macros: readonly object[];
  alerts: readonly object[];
  dataModels?: readonly object[];
}) {
  const of: Readonly<Record<string, readonly object[]>> = {
    '/servicesNS/-/-/saved/searches': lists.searches,
    '/servicesNS/-/-/admin/macros': lists.macros,
    '/servicesNS/-/-/datamodel/model': lists.dataModels ?? [],
    '/servicesNS/-/-/alerts/fired_alerts/-': lists.alerts,
  };
  return ({ authorization, path, query }: Asked): Said => {
    if (authorization !== 'Bearer splunk-token')
      return { status: 401, json: { messages: [{ type: 'WARN', text: 'call not properly authenticated' }] } };
    const list = of[path];
    if (list === undefined || query.get('output_mode') !== 'json') return NOT_FOUND;
    const offset = Number(query.get('offset'));
    // It gives no more than two at once here, whatever is asked for, so that there are pages.
    const perPage = Math.min(Number(query.get('count')), 2);
    return {
      json: {
        links: {},
        origin: path,
        entry: list.slice(offset, offset + perPage),
        paging: { total: list.length, perPage, offset },
        messages: [],
      },
    };
  };
}

/**
 * Kibana's rules: `page`, `perPage`, `total` and `data`.
 * https://www.elastic.co/guide/en/security/current/rules-api-find.html
 */
export const kibana =
  (rules: readonly object[]) =>
  ({ authorization, path, query }: Asked): Said => {
    if (authorization !== 'ApiKey elastic-key')
      return { status: 401, json: { statusCode: 401, error: 'Unauthorized' } };
    if (path !== '/s/soc/api/detection_engine/rules/_find') return NOT_FOUND;
    const page = Number(query.get('page'));
    const perPage = Math.min(Number(query.get('per_page')), 2);
    const data = rules.slice((page - 1) * perPage, page * perPage);
    return { json: { page, perPage, total: rules.length, data } };
  };

/** A workspace's path in Azure's resource manager. */
export const WORKSPACE =
  '/subscriptions/d0cfe6b2-9ac0-4464-9919-dccaee2e48c0/resourceGroups/soc/providers/Microsoft.OperationalInsights/workspaces/soc';

/**
 * Azure's resource manager and its log-in on one address: a token by client credentials, and rules with `nextLink`.
 * https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export const azure =
  (rules: readonly object[]) =>
  ({ authorization, body, path, query }: Asked, url: string): Said => {
    if (path === '/contoso/oauth2/v2.0/token') {
      const form = new URLSearchParams(body);
      const isRight =
        form.get('grant_type') === 'client_credentials' &&
        form.get('client_secret') === 'app-secret' &&
        form.get('scope') === `${url}/.default`;
      return isRight
        ? { json: { token_type: 'Bearer', expires_in: 3599, access_token: 'azure-token' } }
        : { status: 401, json: { error: 'invalid_client' } };
    }
    if (authorization !== 'Bearer azure-token') return { status: 401, json: { error: { code: 'InvalidToken' } } };
    const list = `${WORKSPACE}/providers/Microsoft.SecurityInsights/alertRules`;
    if (path !== list || query.get('api-version') === null) return NOT_FOUND;
    const from = Number(query.get('$skipToken') ?? 0);
    const rest =
      from + 2 < rules.length ? { nextLink: `${url}${list}?api-version=2024-03-01&$skipToken=${from + 2}` } : {};
    return { json: { value: rules.slice(from, from + 2), ...rest } };
  };
