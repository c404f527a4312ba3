import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Replica } from './replicas.js';

/** Lets tests in other processes act on replicas. */
export interface ReplicaControl {
  readonly url: string;
  close(): Promise<void>;
}

const ACTS = ['start', 'stop', 'kill'] as const;

/** `GET /replicas` lists names and services; `POST /replicas/{name}/start`, `/stop` and `/kill` answer when the action is done. */
export async function startReplicaControl(replicas: readonly Replica[]): Promise<ReplicaControl> {
  const answer = async (method: string, path: string): Promise<[status: number, body: object]> => {
    if (method === 'GET' && path === '/replicas')
      return [200, { replicas: replicas.map(({ name, service }) => ({ name, service })) }];
    const [, root, name, act] = path.split('/');
    const replica = replicas.find((one) => one.name === name);
    const known = ACTS.find((one) => one === act);
    if (method !== 'POST' || root !== 'replicas' || replica === undefined || known === undefined)
      return [404, { detail: `There is no ${method} ${path}.` }];
    await replica[known]();
    return [200, { name }];
  };
  const server = createServer(async (req, res) => {
    const [status, body] = await answer(req.method ?? '', req.url ?? '').catch(
      (error: Error) => [500, { detail: error.message }] as const,
    );
    res.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
