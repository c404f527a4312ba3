// The OpenAPI documents of both services, as this checkout's code describes them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './bootstrap.mjs';

const load = (path) => import(pathToFileURL(join(ROOT, path)).href);

/** What both services declare of themselves, by the service's name. The build must be current. */
export async function apiDescriptions() {
  const [{ describeRulesApi }, { API_PREFIX, describeCoverageApi }] = await Promise.all([
    load('services/rules/dist/index.js'),
    load('services/coverage/dist/index.js'),
  ]);
  return { rules: describeRulesApi(undefined), coverage: describeCoverageApi(undefined, API_PREFIX) };
}

/** The documents of {@link apiDescriptions}. */
export async function apiDocuments(descriptions) {
  const { openApiDocument } = await load('packages/service/dist/bundle/index.js');
  return Object.fromEntries(Object.entries(descriptions).map(([name, api]) => [name, openApiDocument(api)]));
}

/**
 * A document as clients are generated from it: without examples, and with one error for every failure, since all carry the same body. The types are a
 * quarter as long.
 */
export function forClients(document) {
  const bare = JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'example' || name === 'examples' ? undefined : value,
  );
  for (const operation of Object.values(bare.paths).flatMap((methods) => Object.values(methods))) {
    const [success] = Object.entries(operation.responses);
    const failure = operation.responses['400'].content;
    operation.responses = {
      [success[0]]: success[1],
      default: { description: 'What was wrong.', content: failure },
    };
  }
  return bare;
}
