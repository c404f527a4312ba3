// Operations that CloudTrail can name, by the service that it names as their source.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readJson } from './files.mjs';

/** The release whose service models are read: `pip download botocore==VERSION --no-deps`, unpacked. */
const BOTOCORE = '1.43.106';
const EVENT_SOURCES = new URL('data/aws-event-sources.json', import.meta.url);

/** Inputs: `botocore/data` of the pinned release. */
export function buildAws(input) {
  const release = /__version__ = '([^']+)'/.exec(readFileSync(input('botocore/__init__.py'), 'utf8'))?.[1];
  if (release !== BOTOCORE) throw new Error(`the service models are of botocore ${release}, not of ${BOTOCORE}`);
  const models = input('botocore/data');
  const lines = Object.entries(readJson(EVENT_SOURCES)).map(([source, { models: names, also }]) => {
    const operations = [...names.flatMap((name) => operationsOf(join(models, name))), ...also];
    return `    ${JSON.stringify(source)}: ${JSON.stringify([...new Set(operations)].sort().join(' '))}`;
  });
  return new Map([
    ['packages/attack/data/aws-operations.json', `{\n  "operations": {\n${lines.join(',\n')}\n  }\n}\n`],
  ]);
}

/** Names of the operations in the latest model of a service. */
function operationsOf(folder) {
  const latest = readdirSync(folder).sort().at(-1);
  return Object.keys(JSON.parse(gunzipSync(readFileSync(join(folder, latest, 'service-2.json.gz')))).operations);
}
