import type { SampleEvent, WebRequest } from '../model.js';
import { assign, type Tree } from './sample-events.js';

/** An event like `base` with a quoted request in place of sample values, as that firewall logs it. */
export function requestEvent(base: SampleEvent, request: WebRequest): SampleEvent {
  const event = structuredClone(base) as Tree;
  const isModSecurity = 'transaction' in base;
  const field = (name: string): string => `${isModSecurity ? 'transaction.request' : 'httpRequest'}.${name}`;
  const { path, query } = addressOf(request);
  if (request.method !== undefined)
    assign(event, field(isModSecurity ? 'method' : 'httpMethod'), request.method.text.toUpperCase());
  assign(event, field('uri'), isModSecurity ? `${path}${query === '' ? '' : `?${query}`}` : path);
  if (!isModSecurity) assign(event, field('args'), query);
  for (const { name, value } of request.headers) assign(event, field(`headers.${name}`), value.text);
  if (isModSecurity)
    assign(event, field('body'), [...request.body, ...request.payloads].map(({ text }) => text).join(' '));
  return event;
}

/** The address as quoted. A request of which only parameters are given has them in the query. */
function addressOf({ value, path }: WebRequest): { readonly path: string; readonly query: string } {
  if (path.length === 0 && !value.startsWith('/')) return { path: '/', query: value };
  const mark = value.indexOf('?');
  return mark < 0 ? { path: value, query: '' } : { path: value.slice(0, mark), query: value.slice(mark + 1) };
}
