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
 * The types of both services' clients, by the service's name. A list that may grow is its known values or any text, of which editors still offer the known ones
 * and which `Known` of packages/client takes apart.
 * @param openapiTS, astToString, ts openapi-typescript, and the programming interface that it writes with
 */
export async function clientTypes({ astToString, openapiTS, ts: { factory, SyntaxKind } }) {
  const { clientDocument, OTHER_VALUES } = await load('packages/service/dist/index.js');
  const anyText = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const transform = (schema) => (schema[OTHER_VALUES] === true ? anyText : undefined);
  const written = Object.entries(await apiDescriptions()).map(async ([name, api]) => [
    name,
    astToString(await openapiTS(clientDocument(api), { transform })),
  ]);
  return Object.fromEntries(await Promise.all(written));
}
