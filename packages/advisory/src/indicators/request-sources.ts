import { listPattern } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator } from '../model.js';

/** Words right before an address that say that it sent requests to a site. */
const CAME_FROM = listPattern(
  String.raw`\b{request-words}\b[^.;\n]{0,120}\b(?:from|by|source(?:s|d)?)\b[^;\n]{0,120}$`,
  'i',
);

/** The reported addresses that sent requests to a site. A firewall's log has them as sources; endpoints do not connect to them. */
export function requestSources(doc: AdvisoryDocument, indicators: readonly Indicator[]): readonly Indicator[] {
  return indicators.filter(
    ({ type, spans }) =>
      (type === 'ipv4' || type === 'ipv6') &&
      spans.some(({ start }) => !isOfWebAddress(doc.text, start) && CAME_FROM().test(before(doc.text, start))),
  );
}

/** Whether an address begins the host of a web address: something is fetched there. */
const isOfWebAddress = (text: string, start: number): boolean => text.startsWith('://', start - 3);

const before = (text: string, start: number): string => text.slice(Math.max(0, start - 240), start);
