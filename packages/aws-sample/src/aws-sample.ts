import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest, type Cloud, type Outcome } from './answering.js';
import { CallCounts, type CallReport } from './call-counts.js';
import { type Fault, FaultPlan, type FaultSubject } from './faults.js';
import type { AccountInventory, Inventory } from './inventory.js';
import { PageTokens } from './page-tokens.js';
import { Sessions } from './sessions.js';

/** Options of a sample server. */
export interface AwsSampleOptions {
  /** A free port by default. */
  readonly port?: number;
  /** 127.0.0.1 by default. The server checks no signatures, so never put real data in it. */
  readonly host?: string;
  /** Copied at start: changes that the server makes (PutRule …) do not reach the original. */
  readonly inventory: Inventory;
  readonly faults?: readonly Fault[];
  /** Milliseconds added to every answer, like the network to AWS. */
  readonly latencyMs?: number;
}

/** A running AWS sample server. */
export interface AwsSample {
  /** For `AWS_ENDPOINT_URL` or a client's `endpoint`. */
  readonly url: string;
  /** Stops at once and cuts open connections. */
  close(): Promise<void>;
  /** Counts of the calls that match the filter. */
  calls(filter?: Partial<FaultSubject>): CallReport;
  resetCalls(): void;
  /** Replaces the faults; their counts begin at zero. */
  setFaults(faults: readonly Fault[]): void;
  setLatency(milliseconds: number): void;
  /** Replaces the whole inventory. Sessions stay valid. */
  setInventory(inventory: Inventory): void;
  /** The account as it is served: a change to it shows in the next call. Throws for an account that is not in the inventory. */
  account(id: string): AccountInventory;
}

// Far larger than any request of a scan.
const BODY_BYTES_MAX = 1024 * 1024;

/** Starts an AWS sample server, which the real SDK talks to over HTTP. Fails when the port is in use. */
export async function startAwsSample(options: AwsSampleOptions): Promise<AwsSample> {
  const cloud: { -readonly [K in keyof Cloud]: Cloud[K] } = {
    inventory: structuredClone(options.inventory),
    faults: new FaultPlan(options.faults ?? []),
    counts: new CallCounts(),
    sessions: new Sessions(),
    tokens: new PageTokens(),
  };
  let latencyMs = options.latencyMs ?? 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    readBody(request, (body) => {
      if (body === undefined) {
        response.writeHead(413).end();
        return;
      }
      respond(response, answerRequest(cloud, request, body), latencyMs);
    });
  });
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    calls: (filter) => cloud.counts.report(filter),
    resetCalls: () => cloud.counts.reset(),
    setFaults: (faults) => {
      cloud.faults = new FaultPlan(faults);
    },
    setLatency: (milliseconds) => {
      latencyMs = milliseconds;
    },
    setInventory: (inventory) => {
      cloud.inventory = structuredClone(inventory);
    },
    account: (id) => {
      const account = cloud.inventory.accounts[id];
      if (!account)
        throw new Error(
          `The AWS sample has no account ${id}; it has ${Object.keys(cloud.inventory.accounts).join(', ')}`,
        );
      return account;
    },
  };
}

/** Hands over the body as text, or undefined when it is too long. */
function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  });
  request.on('end', () => done(bytes > BODY_BYTES_MAX ? undefined : Buffer.concat(chunks).toString('utf8')));
}

function respond(response: ServerResponse, outcome: Outcome, latencyMs: number): void {
  const { answer, over } = outcome;
  let status = 0;
  response.on('close', () => over(!response.writableFinished || status >= 400));
  const wait = latencyMs + outcome.delayMilliseconds;
  const act = () => {
    if (outcome.broken === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (response.destroyed) return;
    const body = Buffer.from(answer.body);
    status = answer.status;
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
    if (outcome.broken === 'stall') response.write(body.subarray(0, Math.floor(body.length / 2)));
    else response.end(body);
  };
  if (wait === 0) act();
  // An answer with an infinite delay ends when the client hangs up, or with close().
  else if (Number.isFinite(wait)) {
    const timer = setTimeout(act, wait);
    response.on('close', () => clearTimeout(timer));
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
