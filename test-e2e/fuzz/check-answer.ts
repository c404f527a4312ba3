import type { Operation, ServiceName } from './document.js';
import { tenantOf } from './personas.js';
import type { FuzzRequest } from './request.js';
import { HANG_MS, type WireAnswer, type WireRequest } from './send.js';
import type { Shapes } from './shapes.js';
import type { World } from './world.js';

/** What checking an answer needs. */
export interface Judge {
  readonly shapes: Shapes;
  readonly operations: readonly Operation[];
  readonly world: Pick<World, 'markerOf' | 'tenants'>;
}

/**
 * Statuses of a request that reaches no documented operation: there is no such path or method, or the request was refused before it was
 * routed.
 */
const ELSEWHERE = [204, 400, 401, 403, 404, 405, 429];
/** Internal words that no answer may contain. */
const INSIDES = /node_modules|\bat \S+ \(|knex|select .* from |insert into |ECONNREFUSED|pg_|SyntaxError|TypeError/;
const SANE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives the operation that a request reaches, by its method and path. */
export function reached(
  operations: readonly Operation[],
  service: ServiceName,
  wire: WireRequest,
): Operation | undefined {
  const method = wire.method === 'HEAD' ? 'GET' : wire.method;
  // A slash at the end of the path makes no difference.
  const segments = (wire.path.split('?')[0] ?? '').replace(/(?<=.)\/$/, '').split('/');
  // A path without parameters takes precedence over a pattern that also matches.
  const literal = operations.some((one) => one.service === service && one.path === segments.join('/'));
  return operations.find((one) => {
    if (one.service !== service || one.method !== method) return false;
    if (literal) return one.path === segments.join('/');
    const wanted = one.path.split('/');
    return (
      wanted.length === segments.length &&
      wanted.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''))
    );
  });
}

/** Gives what is wrong with an answer, one sentence for each fault. */
export function faultsOf(judge: Judge, sent: FuzzRequest, wire: WireRequest, answer: WireAnswer): string[] {
  const { body, headers, milliseconds, status } = answer;
  if (status === 0) return [`no answer: ${body.toString('utf8').slice(0, 200)}`];
  const operation = reached(judge.operations, sent.service, wire);
  const text = body.toString('utf8');
  const faults: string[] = [];
  if (milliseconds > HANG_MS) faults.push(`it took ${Math.round(milliseconds)} ms`);
  if (!SANE_ID.test(String(headers['x-request-id'] ?? ''))) faults.push('X-Request-Id is missing');
  const documented = operation === undefined ? ELSEWHERE.map(String) : Object.keys(operation.answers);
  if (!documented.includes(String(status))) faults.push(`status ${status} is not documented: ${text.slice(0, 200)}`);
  if (status >= 500 && !isUnreachable(operation, status, text)) faults.push(`status ${status}: ${text.slice(0, 200)}`);
  if (status === 405 && headers.allow === undefined) faults.push('405 without Allow');
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined)
    faults.push(`${status} without Retry-After`);
  if (status >= 400 && INSIDES.test(text)) faults.push(`the error shows our insides: ${text.slice(0, 300)}`);
  faults.push(...shapeFaults(judge, sent, wire, answer, operation));
  faults.push(...isolationFaults(judge, sent, wire, answer));
  return faults;
}

/** Whether a 502 is right: the request named the address of an advisory whose server cannot be reached. */
const isUnreachable = (operation: Operation | undefined, status: number, text: string): boolean =>
  operation?.name === 'POST /v1/generate' && status === 502 && text.includes('AdvisoryUnreachable');

function shapeFaults(
  { shapes }: Judge,
  sent: FuzzRequest,
  wire: WireRequest,
  { body, headers, status }: WireAnswer,
  operation: Operation | undefined,
): string[] {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  if (wire.method === 'HEAD' || status === 204) return body.length === 0 ? [] : ['a body where none may be'];
  if (status < 400 && type !== 'application/json') {
    if (status >= 300 || operation === undefined) return [];
    const known = Object.keys(operation.answers[status]?.content ?? {});
    return known.includes(type) ? [] : [`content type ${type} is not documented`];
  }
  if (type !== 'application/json') return [`an error of content type "${type}"`];
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return ['the body is not JSON'];
  }
  const fault =
    status >= 400
      ? shapes.errorFault(sent.service, parsed)
      : operation === undefined
        ? undefined
        : shapes.answerFault(operation, status, parsed);
  const shape = fault === undefined ? [] : [`not in its documented shape: ${fault}`];
  return [...shape, ...acceptedFaults(shapes, operation, wire, status)];
}

/** Finds a body that the OpenAPI document does not allow but the service accepts. */
function acceptedFaults(shapes: Shapes, operation: Operation | undefined, wire: WireRequest, status: number): string[] {
  if (operation?.body === undefined || status >= 300 || wire.body === undefined) return [];
  const headers = new Map(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
  if (headers.has('content-encoding') || !headers.get('content-type')?.startsWith('application/json')) return [];
  try {
    const body: unknown = JSON.parse(Buffer.from(wire.body, 'latin1').toString('utf8'));
    return shapes.accepts(operation, body) ? [] : ['the document refuses this body, and the service takes it'];
  } catch {
    return [];
  }
}

/** Another tenant's ids must be answered as unknown, and no answer may contain another tenant's data. */
function isolationFaults(
  { world }: Judge,
  sent: FuzzRequest,
  wire: WireRequest,
  { body, status }: WireAnswer,
): string[] {
  const mine = tenantOf(sent.caller);
  const foreign = [...`${sent.path}`.matchAll(/\{\{(\w+)\.(\w+)\}\}/g)].some(
    ([, persona = '', thing]) => tenantOf(persona) !== mine && sent.caller !== 'operator' && thing !== 'email',
  );
  const faults: string[] = [];
  // OPTIONS lists the methods of a path. It answers the same for every id and reveals nothing of a thing.
  const ofThing = foreign && sent.method !== 'OPTIONS';
  if (ofThing && (status < 400 || status === 409 || status === 422)) {
    faults.push(`another tenant's thing is answered ${status}`);
  }
  if (mine === 'operator') return faults;
  const text = body.toString('utf8');
  const request = `${wire.path} ${wire.body ?? ''}`;
  for (const tenant of world.tenants()) {
    const marker = world.markerOf(tenant);
    if (tenant === mine || marker === undefined) continue;
    if (text.includes(marker) && !request.includes(marker)) faults.push(`the answer holds a text of tenant ${tenant}`);
  }
  return faults;
}
