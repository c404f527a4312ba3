// Recorded logs: gzip files of newline-delimited JSON, an event a line.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** The events of a recording, one after the other. */
export async function* eventsOf(file) {
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (line.startsWith('{')) yield JSON.parse(line);
  }
}
