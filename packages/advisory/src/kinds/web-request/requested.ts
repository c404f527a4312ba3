import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { RequestPart, WebRequest } from '../../model.js';
import { hasAnyPart, isMadeOf } from '../../text/shape.js';

/** The parts of a request that a rule looks for. */
export interface Requested {
  readonly method?: RequestPart;
  readonly path: readonly RequestPart[];
  readonly query: readonly RequestPart[];
  readonly headers: WebRequest['headers'];
  readonly body: readonly RequestPart[];
  readonly confidence: number;
  /** Whether it has more than a path: a payload, a parameter that the text mentions, a header of its own. */
  readonly isTelling: boolean;
}

/** Paths that every site has and pages that every scanner asks for: a rule needs what was sent to them. */
const ORDINARY = listPattern(
  String.raw`^\/(?:[\w.-]{1,20}\/)?{everyday-pages}?(?:\.\w+)?\/?$|^\/wp-admin\/(?:[\w-]+\.php)?$`,
  'i',
);
const UPWARDS = ['../', '..;', '..%', '%2e%2e', '.%2e', '%2e.'];
const VALUE_MAX = 120;
const HEADER_VALUE_MAX = 60;
const BODY_FIELDS_MAX = 4;
/** A path of fewer characters says too little without its parameters. */
const SHORT_PATH = 8;

/** Whether a header's value is short and of ordinary characters. */
const isPlain = (value: string): boolean =>
  value.length > 1 && value.length <= HEADER_VALUE_MAX && isMadeOf(value, ' .:/-');

/** The parts of a request that a rule looks for; undefined where it looks like those of ordinary visitors. */
export function requestedOf(request: WebRequest, text: string): Requested | undefined {
  const path = request.path.filter((part) => part.text.length <= VALUE_MAX);
  const isShort = path.reduce((length, part) => length + part.text.length, 0) < SHORT_PATH;
  // Of a short path others are the beginning: `/cli` of `/client`.
  const query = isShort ? request.query : tellingParameters(request.query, request, text);
  const headers = tellingHeaders(request.headers);
  const inPath = path.some((part) => hasAnyPart(part.text.toLowerCase(), UPWARDS));
  const isOrdinary = path.every((part) => ORDINARY().test(part.text));
  // Bodies are often not logged, so one is used only where the address says too little.
  const body = isOrdinary ? tellingBody(request, text) : [];
  const isTelling = query.length + headers.length + body.length > 0 || inPath;
  if (isOrdinary && !isTelling) return undefined;
  const { method, confidence } = request;
  return { ...(method === undefined ? {} : { method }), path, query, headers, body, confidence, isTelling };
}

/** Parameters whose value is a payload, those that the text mentions elsewhere, and the payloads themselves. */
function tellingParameters(
  parts: readonly RequestPart[],
  { payloads, query }: WebRequest,
  text: string,
): readonly RequestPart[] {
  const isTold = (part: RequestPart): boolean => isSpokenOf(part, text);
  const last = query.at(-1)?.end ?? 0;
  const carried = payloads.filter(
    ({ start }) => query.length > 0 && start >= (query[0]?.start ?? 0) && start < last + VALUE_MAX,
  );
  const carriers = carried.flatMap((payload) => parts.filter(({ start }) => start <= payload.start).at(-1) ?? []);
  return [...new Set([...parts.filter(isTold), ...carriers, ...carried])];
}

/** Whether the text mentions a parameter's name once more. */
function isSpokenOf({ text: part }: RequestPart, text: string): boolean {
  const name = part.slice(0, part.indexOf('='));
  if (name.length < 4) return false;
  const again = text.indexOf(name, text.indexOf(name) + name.length);
  return again >= 0;
}

function tellingHeaders(headers: WebRequest['headers']): WebRequest['headers'] {
  return headers.filter(
    ({ name, value }) => !wordSet('everyday-headers').has(name.toLowerCase()) && isPlain(value.text),
  );
}

function tellingBody({ body, payloads }: WebRequest, text: string): readonly RequestPart[] {
  const carried = payloads.filter(({ start }) => body.some((part) => start >= part.start));
  const told = body.filter((part) => carried.length > 0 || !part.text.includes('=') || isSpokenOf(part, text));
  return [...told.slice(0, BODY_FIELDS_MAX), ...carried];
}
