import { type RunningServer, startServer } from '@tripline/service';

const running: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function listen(port: Parameters<typeof startServer>[1]['port']): Promise<number> {
  const server = await startServer((_req, res) => void res.end(), { port, host: '127.0.0.1' });
  running.push(server);
  return server.port;
}

/** Finds a range of ports that nobody listens on, by binding them. */
async function freeRange(size: number): Promise<{ first: number; last: number }> {
  for (let first = 20_000; ; first += size) {
    try {
      for (let port = first; port < first + size; port += 1) await listen(port);
      return { first, last: first + size - 1 };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      await Promise.all(running.splice(0).map((server) => server.close(0)));
    }
  }
}

test('servers that start at once on one range each get a port of it, and one too many is refused', async () => {
  const range = await freeRange(8);
  const ports = await Promise.all(Array.from({ length: 8 }, () => listen(range)));
  expect(ports.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, index) => range.first + index));
  await expect(listen(range)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a port that is taken is refused, and nothing of its server goes on', async () => {
  const port = await listen(0);
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  await expect(listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(timers()).toBe(before);
});
