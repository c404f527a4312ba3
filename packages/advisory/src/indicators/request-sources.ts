import { listPattern } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator } from '../model.js';

/** Addresses that the words right before them make the senders of requests to a site. */
const CAME_FROM = listPattern(
  String.raw`\b{request-words}\b[^.;\n]{0,120}\b(?:from|by|source(?:s|d)?)\b[^;\n]{0,120}$`,
  'i',
);

/** The reported addresses from which requests to a site came: seen in a firewall's log, not as destinations of an endpoint. */
export function requestSources(doc: AdvisoryDocument, indicators: readonly Indicator[]): readonly Indicator[] {
  return indicators.filter(
    ({ type, spans }) =>
      (type === 'ipv4' || type === 'ipv6') &&
      spans.some(({ start }) => CAME_FROM().test(doc.text.slice(Math.max(0, start - 240), start))),
  );
}
