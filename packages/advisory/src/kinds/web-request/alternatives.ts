import type { DraftItem, DraftValue } from '../../draft/rule-draft.js';
import { groupBy } from '../../draft/text.js';
import type { RequestPart } from '../../model.js';
import type { Firewall } from './firewalls.js';
import type { Requested } from './requested.js';

type Alternative = readonly DraftItem[];

/**
 * The selection for requests in a firewall's log: one alternative for each. Requests of a path alone are joined where the method is the
 * same.
 */
export function alternativesOf(requests: readonly Requested[], firewall: Firewall): readonly Alternative[] {
  const plain = requests.filter(isPathAlone);
  const joined = [...groupBy(plain, ({ method }) => method?.text.toUpperCase() ?? '').values()].map((group) => [
    ...methodItem(group[0], firewall),
    item(
      firewall.path,
      ['contains'],
      group.flatMap(({ path }) => path),
    ),
  ]);
  return [
    ...requests.filter((request) => !isPathAlone(request)).flatMap((each) => richAlternatives(each, firewall)),
    ...joined,
  ];
}

function isPathAlone({ path, query, headers, body }: Requested): boolean {
  return path.length === 1 && query.length === 0 && headers.length === 0 && body.length === 0;
}

/** The alternative for a request; two where a parameter without a path may be in the address or in the body. */
function richAlternatives(request: Requested, firewall: Firewall): readonly Alternative[] {
  const { path, query, headers, body } = request;
  const method = methodItem(request, firewall);
  const shownHeaders = headers.flatMap(({ name, value }) => {
    const field = firewall.header(name);
    return field === undefined ? [] : [item(field, ['contains'], [value])];
  });
  // Without a header that tells it from ordinary requests, a request says too little.
  if (shownHeaders.length < headers.length) return [];
  if (path.length === 0) {
    if (body.length === 0) return [];
    const inAddress = [...method, item(firewall.query, all(body), body)];
    return firewall.body === undefined ? [inAddress] : [inAddress, [...method, item(firewall.body, all(body), body)]];
  }
  const address =
    firewall.query === firewall.path
      ? [item(firewall.path, all([...path, ...query]), [...path, ...query])]
      : [
          item(firewall.path, all(path), path),
          ...(query.length === 0 ? [] : [item(firewall.query, all(query), query)]),
        ];
  const sent = body.length === 0 || firewall.body === undefined ? [] : [item(firewall.body, all(body), body)];
  return [[...method, ...address, ...shownHeaders, ...sent]];
}

function methodItem(request: Requested | undefined, firewall: Firewall): readonly DraftItem[] {
  const method = request?.method;
  if (method === undefined) return [];
  const { text, start, end } = method;
  return [{ field: firewall.method, modifiers: [], values: [{ literal: text.toUpperCase(), origin: { start, end } }] }];
}

function all(parts: readonly RequestPart[]): readonly string[] {
  return parts.length > 1 ? ['contains', 'all'] : ['contains'];
}

function item(field: string, modifiers: readonly string[], parts: readonly RequestPart[]): DraftItem {
  const values = parts.map(({ text, start, end }): DraftValue => ({ literal: text, origin: { start, end } }));
  return { field, modifiers, values };
}
