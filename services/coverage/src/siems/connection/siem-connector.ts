import type { Actor } from '@tripline/auth';
import { callRefusal } from '@tripline/fetch';
import { BadRequestError, ConflictError, createFairTurns, type Knex, seal, unseal } from '@tripline/service';
import type { SiemConnectionConfig } from '../../config.js';
import type { ExportReader } from '../reading/export-reader.js';
import { NotAnExportError, type ReadExport } from '../reading/take-rules.js';
import { TooCostlyExportError } from '../reading/too-costly-export.js';
import { noSuchSiem } from '../siem-access.js';
import { MOST_RULES } from '../siem-kinds.js';
import { audit } from '../siem-service.js';
import { lockSiem, type Siem } from '../siem-store.js';
import type { ConnectionBody } from './connection-schema.js';
import { connectionsOf, deleteConnection, noteTry, type SiemConnection, storeConnection } from './connection-store.js';
import { pullOf } from './pull-rules.js';
import { openSiemCalls, SiemUnreachableError } from './siem-calls.js';

/** Connects SIEMs, and asks their APIs for their rules. */
export interface SiemConnector {
  /**
   * Stores how a SIEM is reached.
   * @throws BadRequestError for an address that may not be called, or a credential that is missing
   * @throws ConflictError where no operator has set SIEM_KEY, or the kind of SIEM is imported by file alone
   */
  connect(actor: Actor, siem: Siem, body: ConnectionBody): Promise<void>;
  /** Removes the connection with its credential, if there is one. */
  disconnect(actor: Actor, siem: Siem): Promise<void>;
  /**
   * Asks the SIEM for its rules and reads them. What came of it is noted.
   * @throws ConflictError where it is not connected, SiemUnreachableError, and what {@link ExportReader.read} throws
   */
  pull(siem: Siem, signal: AbortSignal): Promise<ReadExport>;
}

/** What a connector needs. */
export interface SiemConnectorDeps {
  readonly db: Knex;
  readonly exportReader: ExportReader;
  readonly config: SiemConnectionConfig;
}

/** SIEMs that one process asks at once; each may hold as much as a file that is imported. */
const AT_ONCE = 2;
const WAITING = { waiting: 20, waitingPerOwner: 4 };
const PURPOSE = 'tripline siem credentials';

const keysOf = ({ SIEM_KEY, SIEM_KEY_PREVIOUS }: SiemConnectionConfig): readonly string[] =>
  [SIEM_KEY, SIEM_KEY_PREVIOUS].filter((key) => key !== undefined);

/** Opens the connector of a process. */
export function createSiemConnector({ config, db, exportReader }: SiemConnectorDeps): SiemConnector {
  const reach = { allowHosts: config.SIEM_ALLOW_HOSTS, denyNetworks: config.FETCH_DENY_NETWORKS };
  const seconds = config.LIMIT_SIEM_SECONDS;
  const turns = createFairTurns({ places: AT_ONCE, ...WAITING, waitMs: seconds * 2000 });

  const pullNow = async (siem: Siem, connection: SiemConnection, signal: AbortSignal): Promise<ReadExport> => {
    const pull = pullOf(siem.kind);
    if (pull === undefined) throw byFileAlone(siem);
    const secret = unseal(connection.sealed, keysOf(config), { purpose: PURPOSE, row: siem.id })?.toString('utf8');
    if (secret === undefined)
      throw new ConflictError('The credential of this SIEM can no longer be read here; give it again.');
    const { address, clientId, loginAddress, tenantId } = connection;
    const application = tenantId === null || clientId === null ? null : { tenantId, clientId, loginAddress };
    const calls = openSiemCalls({ ...reach, seconds }, signal);
    const { files, warnings } = await pull(calls, { address, secret, application });
    try {
      const read = await exportReader.read(siem.ownerId, siem.kind, async () => ({ files }), signal);
      return { ...read, warnings: [...warnings, ...read.warnings] };
    } catch (error) {
      throw answerFault(siem, address, error) ?? error;
    }
  };

  return {
    async connect(actor, siem, body) {
      const [key] = keysOf(config);
      if (key === undefined)
        throw new ConflictError('SIEMs cannot be connected here: the operator has to set SIEM_KEY. Import a file.');
      if (pullOf(siem.kind) === undefined) throw byFileAlone(siem);
      const { every_hours: everyHours = null, token } = body;
      const address = plainAddress('address', body.address, reach);
      const application = applicationOf(siem, body, reach);
      await db.transaction(async (trx) => {
        if (!(await lockSiem(trx, siem.id))) throw noSuchSiem(siem.id);
        const before = (await connectionsOf(trx, [siem.id])).get(siem.id);
        const sealed =
          token === undefined
            ? keptCredential(before, address, application)
            : seal(Buffer.from(token), key, { purpose: PURPOSE, row: siem.id });
        await storeConnection(trx, { siemId: siem.id, address, ...application, sealed, everyHours });
        const details = { origin: new URL(address).origin, every_hours: everyHours, new_token: token !== undefined };
        await audit(trx, 'siem.connected', actor, siem, details);
      });
    },
    async disconnect(actor, siem) {
      await db.transaction(async (trx) => {
        if (!(await lockSiem(trx, siem.id))) throw noSuchSiem(siem.id);
        if (await deleteConnection(trx, siem.id)) await audit(trx, 'siem.disconnected', actor, siem, {});
      });
    },
    async pull(siem, signal) {
      const connection = (await connectionsOf(db, [siem.id])).get(siem.id);
      if (connection === undefined) throw notConnected();
      await turns.take(siem.ownerId, signal);
      try {
        const read = await pullNow(siem, connection, signal);
        await noteTry(db, siem.id, null);
        return read;
      } catch (error) {
        const isTold =
          error instanceof SiemUnreachableError || error instanceof BadRequestError || error instanceof ConflictError;
        if (isTold) await noteTry(db, siem.id, error.message);
        throw error;
      } finally {
        turns.giveBack(siem.ownerId);
      }
    },
  };
}

/** What each product calls what it answers with, and what a credential needs to see all of it. */
const ANSWERED: Readonly<Partial<Record<Siem['kind'], { readonly rules: string; readonly sight: string }>>> = {
  splunk: { rules: 'saved search', sight: 'whether the role of the token may read those of all apps' },
  elastic: {
    rules: 'detection rule',
    sight: 'whether the key may read rules, and whether the address names their space (/s/SPACE)',
  },
  sentinel: {
    rules: 'analytics rule',
    sight:
      'whether the application is a Microsoft Sentinel Reader of the workspace, and whether the address is that of the workspace',
  },
};

/** What is wrong with what a SIEM answered, for somebody who sent no file; undefined for an error of another kind. */
function answerFault({ kind }: Siem, address: string, error: unknown): SiemUnreachableError | undefined {
  const { host } = new URL(address);
  const { rules = 'rule', sight = 'what the credential may read' } = ANSWERED[kind] ?? {};
  if (error instanceof TooCostlyExportError)
    return new SiemUnreachableError(`${host} answered with rules that cost too much to read. ${error.fault}.`);
  if (!(error instanceof NotAnExportError)) return undefined;
  if (error.reason === 'no_rule')
    return new SiemUnreachableError(`${host} answered without a single ${rules}; look ${sight}.`);
  if (error.reason === 'too_many')
    return new SiemUnreachableError(
      `${host} answered with more than the ${MOST_RULES} rules that a SIEM has at most here; give the credential the right to read fewer, or import those that matter as a file.`,
    );
  return new SiemUnreachableError(`${host} answered with what is no ${rules}: ${error.fault}.`);
}

const notConnected = (): ConflictError =>
  new ConflictError('The SIEM is not connected: give it an address and a token first, or import a file.');

const byFileAlone = ({ kind }: Siem): ConflictError =>
  new ConflictError(`Rules of ${kind} are imported by file alone; splunk, sentinel and elastic can be connected.`);

type Reach = Parameters<typeof callRefusal>[1];
type Application = Pick<SiemConnection, 'tenantId' | 'clientId' | 'loginAddress'>;

/** An address without the slash at its end. */
function plainAddress(field: string, given: string, reach: Reach): string {
  const refused = callRefusal(given, reach);
  if (refused !== undefined) throw bad(field, `The ${field} cannot be called: ${refused}.`);
  const url = new URL(given);
  if (url.search !== '' || url.hash !== '')
    throw bad(field, `The ${field} has a query or a fragment; give it without what follows "?" or "#".`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function applicationOf({ kind }: Siem, body: ConnectionBody, reach: Reach): Application {
  const { client_id: clientId, login_address: login, tenant_id: tenantId } = body;
  if (kind !== 'sentinel') {
    const extra = (['tenant_id', 'client_id', 'login_address'] as const).find((name) => body[name] !== undefined);
    if (extra !== undefined) throw bad(extra, `"${extra}" is for sentinel alone; leave it out for ${kind}.`);
    return { tenantId: null, clientId: null, loginAddress: null };
  }
  if (tenantId === undefined) throw bad('tenant_id', '"tenant_id" is required for sentinel.');
  if (clientId === undefined) throw bad('client_id', '"client_id" is required for sentinel.');
  return { tenantId, clientId, loginAddress: login === undefined ? null : plainAddress('login_address', login, reach) };
}

/** A credential stays only with the addresses that it was given for: else whoever may change a connection could send it to themselves. */
function keptCredential(before: SiemConnection | undefined, address: string, application: Application): Buffer {
  const isSame =
    before?.address === address &&
    before.loginAddress === application.loginAddress &&
    before.tenantId === application.tenantId;
  if (!isSame) throw bad('token', '"token" is required: none is stored for this address.');
  return before.sealed;
}

const bad = (path: string, message: string): BadRequestError =>
  new BadRequestError(message, { details: [{ path, message }] });
