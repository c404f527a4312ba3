// Fetches argv[2], whose name resolves to the addresses in argv[3], in a separate process: Node.js reads NODE_EXTRA_CA_CERTS only at start.
import { inspect } from 'node:util';
import { fetchDocument } from '@tripline/fetch';

const [, , address, addresses] = process.argv;
try {
  const { bytes } = await fetchDocument(address, { allowHosts: [], resolve: async () => addresses.split(',') });
  console.log(JSON.stringify({ text: Buffer.from(bytes).toString() }));
} catch (error) {
  console.log(JSON.stringify({ message: error.message, all: inspect(error, { depth: 9 }) }));
}
