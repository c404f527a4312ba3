import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { AnySchema } from 'joi';
import { type ApiDescription, documentedErrors } from './document.js';
import type { Operation } from './operation.js';

/**
 * For tests: compares each JSON answer with the API's declaration for its operation and status. An undeclared field is a fault, as is a
 * missing one.
 * @param basePath the prefix of the declared paths, such as `/api/v1/public`
 * @param onFault called with one sentence for each answer that differs from its declaration
 */
export function checkAnswers<Credential extends string>(
  api: ApiDescription<Credential>,
  basePath: string,
  onFault: (fault: string) => void,
): RequestHandler {
  const operationOf = operationFinder(api.operations);
  const departure = comparer();
  const faultOf = (operation: Operation<Credential>, status: number, body: unknown): string | undefined => {
    const { success } = operation;
    if (status >= 500) return departure(api.error, body);
    if (status >= 400) {
      return status in documentedErrors(api, operation) ? departure(api.error, body) : 'the status is not documented';
    }
    if (status !== success.status) return `the status is not documented; success is ${success.status}`;
    return 'data' in success ? departure(success.data, body, api.successBody) : 'JSON where another type is documented';
  };
  return (req, res, next) => {
    const json = res.json.bind(res);
    res.json = (body: unknown) => {
      const operation = operationOf(req, basePath);
      const fault = operation === undefined ? undefined : faultOf(operation, res.statusCode, body);
      if (fault !== undefined) onFault(`${req.method} ${req.originalUrl} answered ${res.statusCode}: ${fault}`);
      return json(body);
    };
    next();
  };
}

/** Finds the operation of a request: a path without parameters comes before a pattern that would also match. */
function operationFinder<Credential extends string>(
  operations: readonly Operation<Credential>[],
): (req: Request, basePath: string) => Operation<Credential> | undefined {
  const patterns = operations
    .map((operation) => ({
      operation,
      parts: operation.path.split('/'),
      parameters: operation.path.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters);
  return (req, basePath) => {
    const [path = ''] = req.originalUrl.split('?');
    if (!path.startsWith(basePath)) return undefined;
    const asked = path.slice(basePath.length).split('/');
    if (asked.length > 2 && asked.at(-1) === '') asked.pop();
    const reached = patterns.filter(({ parts }) => fits(asked, parts));
    const literal = reached.filter(({ parameters }) => parameters === reached[0]?.parameters);
    return literal.find(({ operation }) => operation.method === req.method.toLowerCase())?.operation;
  };
}

/** Whether a path is one of a pattern: the same parts, and anything in place of each parameter. */
const fits = (asked: readonly string[], parts: readonly string[]): boolean =>
  asked.length === parts.length &&
  parts.every((part, at) => (part.startsWith('{') ? asked[at] !== '' : part === asked[at]));

/** What an answer of a schema looks like as a whole. */
type Envelope = (data: AnySchema) => AnySchema;

/**
 * Says how a body differs from its declaration; undefined when it does not. A suite asks for the same again and again, so the whole schema of an
 * operation is made once, and a text that was as declared is not compared again.
 */
function comparer(): (data: AnySchema, body: unknown, envelope?: Envelope) => string | undefined {
  const known = new Map<AnySchema, { readonly schema: AnySchema; readonly asDeclared: Set<string> }>();
  return (data, body, envelope = (whole) => whole) => {
    const entry = known.get(data) ?? { schema: envelope(data), asDeclared: new Set<string>() };
    known.set(data, entry);
    const text = JSON.stringify(body);
    const digest = createHash('sha1').update(text).digest('base64');
    if (entry.asDeclared.has(digest)) return undefined;
    const options = { abortEarly: false, allowUnknown: false, convert: false };
    const { error } = entry.schema.validate(JSON.parse(text), options);
    if (error !== undefined) return error.details.map(({ message }) => message).join('; ');
    entry.asDeclared.add(digest);
    return undefined;
  };
}
