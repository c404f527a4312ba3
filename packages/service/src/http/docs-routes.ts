import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type RequestHandler, Router, static as serveStatic } from 'express';
import { type ApiDescription, openApiDocument } from '../openapi/document.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { noteRoute } from '../route-pattern.js';
import { compressAnswers } from './compress-answers.js';
import { refuseQuery } from './query.js';
import { routeTable } from './routes.js';

/** Its addresses are relative, since a proxy may serve the page below a path such as `/coverage/docs`. */
const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title}: API</title>
  <link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
  <div id="api"></div>
  <script src="docs/assets/swagger-ui-bundle.js"></script>
  <script src="docs/start.js"></script>
</body>
</html>
`;
const START = "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });\n";
/** Swagger UI sets styles on elements and shows small images from data addresses; everything else comes from here. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The folder of Swagger UI's files. Its own module also gives it, but loads all of Swagger UI into the process. */
const assets = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const withoutQuery: RequestHandler = (req, _res, next) => {
  refuseQuery(req.originalUrl);
  next();
};

/** The documents of this process, by operations and address: each takes a second of the processor. */
const documents = new WeakMap<object, Map<string, JsonSchema>>();

/** An API's document. It is made when it is first asked for, since no start of a process should wait for it. */
function documentOf<Credential extends string>(api: ApiDescription<Credential>): JsonSchema {
  const made = documents.get(api.operations) ?? new Map<string, JsonSchema>();
  documents.set(api.operations, made);
  const document = made.get(api.serverUrl) ?? openApiDocument(api);
  made.set(api.serverUrl, document);
  return document;
}

/** `GET /openapi.json` and `GET /docs`, which loads nothing from other hosts. */
export function createDocsRouter<Credential extends string>(api: ApiDescription<Credential>): Router {
  const router = Router();
  router.use(
    '/docs/assets',
    noteRoute('/*file'),
    serveStatic(assets(), {
      index: false,
      setHeaders: (res) => void res.setHeader('Cache-Control', 'public, max-age=86400'),
    }),
  );
  router.use(
    routeTable({
      '/openapi.json': { get: [withoutQuery, compressAnswers(), (_req, res) => void res.json(documentOf(api))] },
      '/docs': {
        get: [
          withoutQuery,
          (_req, res) =>
            void res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY).type('html').send(page(api.title)),
        ],
      },
      '/docs/start.js': { get: [withoutQuery, (_req, res) => void res.type('js').send(START)] },
    }),
  );
  return router;
}
