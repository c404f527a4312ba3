import type { AdvisoryDocument, Indicator } from '../model.js';
import { isBlank } from '../text/characters.js';

/** Widest cell of a table that breaks names. */
const PIECE_MAX = 60;

/**
 * Leaves out domains that are only the end of another one, which a narrow cell or a line's end broke: `rity[.]com` after `coachcybersecu`,
 * where `coachcybersecurity[.]com` is found elsewhere.
 */
export function withoutBrokenHosts(document: AdvisoryDocument, indicators: readonly Indicator[]): readonly Indicator[] {
  const hosts = indicators.filter(({ type }) => type === 'domain').map(({ value }) => value);
  return indicators.filter(({ type, value, spans }) => {
    if (type !== 'domain') return true;
    return !hosts.some((whole) => {
      if (!whole.endsWith(value) || whole.length === value.length || whole.at(-value.length - 1) === '.') return false;
      const begun = whole.slice(0, -value.length);
      return spans.every(({ start }) => {
        const before = document.text.slice(Math.max(0, start - PIECE_MAX), start);
        return isBlank(before.at(-1)) && before.trimEnd().toLowerCase().endsWith(begun);
      });
    });
  });
}
