import type { AdvisoryDocument, Indicator } from '../model.js';
import { isBlank } from '../text/characters.js';
import { splitAtBlanks } from '../text/shape.js';

/** Widest cell of a table that breaks names. */
const PIECE_MAX = 60;

/**
 * Leaves out domains that are only the end of another one, which a narrow cell or a line's end broke: `rity[.]com` after `coachcybersecu`,
 * where `coachcybersecurity[.]com` is found elsewhere.
 */
export function withoutBrokenHosts(document: AdvisoryDocument, indicators: readonly Indicator[]): readonly Indicator[] {
  const hosts = new Set(indicators.filter(({ type }) => type === 'domain').map(({ value }) => value));
  return indicators.filter(({ type, value, spans }) => {
    if (type !== 'domain') return true;
    const [first = '', ...others] = spans.map(({ start }) => wordBefore(document.text, start));
    // Only the beginnings that the text has are looked up: there may be thousands of hosts.
    for (let at = 0; at < first.length; at += 1) {
      const begun = first.slice(at);
      if (hosts.has(begun + value) && !begun.endsWith('.') && others.every((word) => word.endsWith(begun)))
        return false;
    }
    return true;
  });
}

/** The word before a place, in lower case; empty where no white space stands between. */
function wordBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - PIECE_MAX), start);
  return isBlank(before.at(-1)) ? (splitAtBlanks(before.trimEnd().toLowerCase()).at(-1) ?? '') : '';
}
