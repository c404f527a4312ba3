// `advisories.mjs FOLDER`: serves the folder's files over HTTP on PORT, like a publisher of advisories. For end-to-end tests.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
};

const server = createServer(async (request, response) => {
  const name = new URL(request.url, 'http://advisories').pathname.slice(1);
  // One name without a path, so that nothing outside the folder is served.
  const body = /^[\w-]+\.\w+$/.test(name) ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
  if (body === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end(`There is no ${name} here.\n`);
  else response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
});
server.listen(Number(process.env.PORT));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
