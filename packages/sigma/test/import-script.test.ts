import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle, type DeployFormat } from '@tripline/sigma';
import { itemsOf, LISTED, SHELL, USER } from './support/bundle-items.js';
import { pathWithCurl } from './support/curl.js';

/** Runs the script of a bundle against a server that refuses the first request. */
async function sent(format: DeployFormat, again: (files: readonly string[]) => readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-import-'));
  let requests = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      requests++;
      res.writeHead(requests === 1 ? 400 : 201).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { files } = bundle(format, itemsOf(SHELL, USER, LISTED));
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    const { port } = server.address() as { port: number };
    const env = { PATH: pathWithCurl(folder), OPENSEARCH_URL: `http://127.0.0.1:${port}` };
    const run = (...names: readonly string[]) =>
      promisify(execFile)('sh', [join(folder, 'import.sh'), ...names], { env }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    const names = files.map(({ name }) => name).filter((name) => name !== 'import.sh');
    return { names, first: await run(), second: await run(...again(names)) };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each<DeployFormat>(['opensearch-sigma', 'opensearch-monitor'])(
  'a file that is refused stops no other, is named, and can be sent again alone: %s',
  async (format) => {
    const { names, first, second } = await sent(format, ([refused = '']) => [refused]);
    expect(names).toHaveLength(3);
    expect(first.stdout).toBe(names.map((name, at) => `${name}: ${at === 0 ? 400 : 201}\n`).join(''));
    expect(first.stderr).toContain(`sh import.sh ${names[0]}\n`);
    expect(first.code).toBe(1);
    expect(second).toEqual({ code: 0, stdout: `${names[0]}: 201\n`, stderr: '' });
  },
);
