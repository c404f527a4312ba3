import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { ServiceOptions } from '../coverage/service-options.js';
import { readVersion } from '../data.js';
import { EXIT } from '../exit.js';
import { createServer } from './server.js';

/** Serves the tools until the client closes standard input; gives the exit code. Standard output belongs to the protocol. */
export async function runMcp(options: ServiceOptions): Promise<number> {
  const server = createServer(readVersion(), options);
  const closed = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
  return EXIT.ok;
}
