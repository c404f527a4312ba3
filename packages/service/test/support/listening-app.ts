import { Agent, createServer, type RequestListener } from 'node:http';
import request from 'supertest';

/** An app that listens on a port of its own until it is closed, and a client of it that keeps its connections. */
export interface ListeningApp {
  readonly http: ReturnType<typeof request>;
  close(): Promise<void>;
}

/**
 * Has a test's app listen. Given an app, supertest listens, connects, disconnects and closes anew for each request, which takes longer than most
 * requests do.
 */
export function listen(app: RequestListener): ListeningApp {
  // Neither side closes an idle connection while the other writes to it.
  const server = createServer({ keepAliveTimeout: 0 }, app).listen(0);
  const connections = new Agent({ keepAlive: true });
  const http = new Proxy(request(server), {
    get: (client, method: 'get') => (path: string) => client[method](path).agent(connections),
  });
  return {
    http,
    close: () =>
      new Promise((resolve) => {
        connections.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
