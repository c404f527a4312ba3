import { hostSystem } from '../attribute/host-system.js';
import type { FoundThing } from '../model.js';
import { isDigit } from '../text/characters.js';
import type { Page } from './page.js';

const DIGITS_MAX = 5;
const PORT_MAX = 65_535;
const LOG = 'windows/network-connection';

/**
 * Finds hosts with the port that hosts of Windows connect to: the log of lookups has no port, that of connections has both. On Linux connections
 * show the names of hosts anyway.
 */
export function findHostsWithPorts(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  return page.indicators.flatMap(({ type, value, spans }) =>
    type === 'domain' ? spans.flatMap((span) => withPort(page, value, span) ?? []).slice(0, 1) : [],
  );
}

function withPort({ doc: { text } }: Page, host: string, span: FoundThing['spans'][0]): FoundThing | undefined {
  const from = text.startsWith('[:]', span.end) ? span.end + 3 : span.end + 1;
  if (from === span.end + 1 && text[span.end] !== ':') return undefined;
  let end = from;
  while (end - from < DIGITS_MAX && isDigit(text[end])) end += 1;
  const port = text.slice(from, end);
  // More digits, a path or a further colon: it is another form of address, or no port.
  if (
    port === '' ||
    Number(port) > PORT_MAX ||
    Number(port) === 0 ||
    isDigit(text[end]) ||
    '/:'.includes(text[end] ?? ' ')
  )
    return undefined;
  return {
    thing: 'domain',
    value: host,
    deed: 'connected-to',
    seenIn: LOG,
    spans: [span],
    beside: [{ thing: 'port', value: port, spans: [{ start: from, end }] }],
  };
}
