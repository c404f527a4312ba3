// npm run openapi: lints the OpenAPI documents, tries their examples on their own schemas, and compares them with those of the last release (docs/openapi/*.json). A change that breaks clients fails,
// unless docs/openapi/breaking-changes.txt has its line, which the changelog of the next release then explains.
// npm run openapi -- --release: the documents of today become those of the last release.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiCompare } from 'api-smart-diff';
import { apiDescriptions, apiDocuments } from './lib/api-documents.mjs';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

const RELEASED = join(ROOT, 'docs/openapi');
const ACCEPTED = join(RELEASED, 'breaking-changes.txt');

await bootstrap({ projects: ['services/rules', 'services/coverage'] });
const descriptions = await apiDescriptions();
const documents = await apiDocuments(descriptions);
if (process.argv.includes('--release')) {
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(RELEASED, `${name}.json`), `${JSON.stringify(document, null, 1)}\n`);
  }
  writeFileSync(ACCEPTED, '');
  say('docs/openapi holds the documents of today, as those of the last release');
} else {
  const faults = [...exampleFaults(), ...(await lintFaults()), ...breakingChanges()];
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Each example that its own schema refuses, one line each. */
function exampleFaults() {
  return Object.entries(descriptions).flatMap(([name, api]) =>
    api.operations.flatMap((operation) => {
      const { requestBody, responses } = documents[name].paths[operation.path][operation.method];
      const { body, success } = operation;
      const tried = [
        ...(body === undefined ? [] : [[Array.isArray(body) ? body[0] : body, requestBody]]),
        ...('data' in success ? [[api.successBody(success.data), responses[success.status]]] : []),
      ];
      return tried.flatMap(([schema, { content }]) => {
        const { error } = schema.validate(content['application/json'].example, { convert: false });
        return error === undefined ? [] : [`${name}: the example of ${operation.id} is refused: ${error.message}`];
      });
    }),
  );
}

/** What the linter finds, one line each. */
async function lintFaults() {
  // The linter takes these for two of one request, but a job's id is a UUID and never `export`.
  const toldApart = '`/v1/rules/{key}/export` and `/v1/rules/bulk/{jobId}`';
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // A browser's way to the identity provider and back answers with redirects alone.
      'operation-2xx-response': 'off',
      // What a stream's events carry is named by an extension, which the rule does not read.
      'no-unused-components': 'off',
    },
  });
  const found = [];
  for (const [name, document] of Object.entries(documents)) {
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: `${name}.json`, config });
    found.push(
      ...problems
        .filter(({ message }) => !message.includes(toldApart))
        .map(({ ruleId, message, location }) => `${name}: ${ruleId} at ${location[0]?.pointer}: ${message}`),
    );
  }
  return found;
}

/** Each change since the last release that breaks a client and is not accepted, one line each. */
function breakingChanges() {
  const accepted = new Set(existsSync(ACCEPTED) ? readFileSync(ACCEPTED, 'utf8').split('\n') : []);
  return Object.entries(documents).flatMap(([name, document]) => {
    const released = JSON.parse(readFileSync(join(RELEASED, `${name}.json`), 'utf8'));
    return apiCompare(released, document)
      .diffs.filter(breaks)
      .map(({ action, path }) => `${name}: ${action} ${path.join(' ')}`)
      .filter((line) => !accepted.has(line))
      .map((line) => `breaks clients of the last release: ${line}`);
  });
}

/** What the library calls breaking, within the operations; besides, names of generated clients and the types of fields. */
function breaks({ action, path, type }) {
  if (path[0] !== 'paths') return false;
  const last = path.at(-1);
  return type === 'breaking' || (action === 'replace' && (last === 'operationId' || last === 'type'));
}
