import type { IncomingMessage } from 'node:http';
import type { Input, Operation, ServiceDefinition } from '../call.js';
import { sts } from '../entry/sts.js';
import { ec2 } from '../services/ec2/service.js';
import { SERVICES } from '../services/index.js';
import { guardduty } from '../services/services.js';
import type { Credentials } from '../sessions.js';
import { queryInput } from './query-input.js';

/** What a signature says, not verified: the signer, region and service. */
export interface Scope extends Credentials {
  readonly region: string;
  readonly signingName: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([A-Z0-9]{1,128})\/\d{8}\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,40})\/aws4_request,/;

/** The credential scope of a request; nothing for a request without a SigV4 signature in its header. */
export function scopeOf(request: IncomingMessage): Scope | undefined {
  const [, accessKeyId, region, signingName] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  if (!accessKeyId || !region || !signingName) return undefined;
  const token = request.headers['x-amz-security-token'];
  return { accessKeyId, region, signingName, sessionToken: typeof token === 'string' ? token : undefined };
}

const BY_SIGNING_NAME = new Map(SERVICES.map((service) => [service.signingName, service]));
const BY_TARGET = new Map(SERVICES.map((service) => [service.target, service]));

/**
 * The service of a request, from its signature or, where it is not signed, from its other parts. Nothing for a service that is not served
 * here.
 */
export function serviceOf(
  request: IncomingMessage,
  scope: Scope | undefined,
  body: string,
): ServiceDefinition | undefined {
  if (scope) return BY_SIGNING_NAME.get(scope.signingName);
  const [target] = targetOf(request).split('.');
  if (target) return BY_TARGET.get(target);
  if (body.includes('Action=AssumeRole') || body.includes('Action=GetCallerIdentity')) return sts;
  if (body.includes('Action=DescribeRegions')) return ec2;
  // All REST services use the same words for this error.
  return guardduty;
}

/** The operation that a request asks for, and its input. */
export interface AskedOperation {
  readonly name: string;
  /** Absent when the service does not serve it. */
  readonly operation: Operation | undefined;
  readonly input: Input;
}

/**
 * Reads a request in its service's protocol.
 *
 * @throws SyntaxError for a body that is not valid JSON.
 */
export function askedOperation(service: ServiceDefinition, request: IncomingMessage, body: string): AskedOperation {
  if (service.wire === 'rest-json') return restOperation(service, request, body);
  if (service.wire === 'query' || service.wire === 'ec2') {
    const form = new URLSearchParams(body);
    const name = form.get('Action') ?? '';
    return { name, operation: own(service, name), input: queryInput(form) };
  }
  const name = targetOf(request).split('.').at(-1) ?? '';
  return { name, operation: own(service, name), input: jsonObject(body) };
}

function own(service: ServiceDefinition, name: string): Operation | undefined {
  return Object.hasOwn(service.operations, name) ? service.operations[name] : undefined;
}

function targetOf(request: IncomingMessage): string {
  const target = request.headers['x-amz-target'];
  return typeof target === 'string' ? target : '';
}

interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly method: string;
  readonly segments: readonly string[];
}

const ROUTES = new Map<ServiceDefinition, readonly Route[]>();

function routesOf(service: ServiceDefinition): readonly Route[] {
  let routes = ROUTES.get(service);
  if (!routes) {
    routes = Object.entries(service.operations).map(([name, operation]) => {
      const [method = '', path = ''] = (operation.route ?? '').split(' ');
      return { name, operation, method, segments: path.split('/').slice(1) };
    });
    ROUTES.set(service, routes);
  }
  return routes;
}

function restOperation(service: ServiceDefinition, request: IncomingMessage, body: string): AskedOperation {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  // Older paths of Lambda end in a slash.
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  for (const route of routesOf(service)) {
    const labels = request.method === route.method ? matchSegments(route.segments, segments) : undefined;
    if (labels) {
      return {
        name: route.name,
        operation: route.operation,
        input: { ...jsonObject(body), ...queryMembers(query), ...labels },
      };
    }
  }
  return { name: `${request.method} ${path}`, operation: undefined, input: {} };
}

/** The labels of a path, decoded; nothing when it does not match. `{name+}` at the end takes the rest of the path. */
function matchSegments(route: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  const labels: Record<string, string> = {};
  for (const [at, segment] of route.entries()) {
    const given = path[at];
    if (given === undefined) return undefined;
    if (segment.endsWith('+}')) {
      labels[segment.slice(1, -2)] = decode(path.slice(at).join('/'));
      return labels;
    }
    if (segment.startsWith('{')) labels[segment.slice(1, -1)] = decode(given);
    else if (segment !== given) return undefined;
  }
  return route.length === path.length ? labels : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function queryMembers(query: URLSearchParams): Input {
  const members: Input = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    members[name] = values.length === 1 ? values[0] : values;
  }
  return members;
}

function jsonObject(body: string): Input {
  if (body === '') return {};
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
}
