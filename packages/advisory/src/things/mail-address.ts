import type { FoundThing } from '../model.js';
import type { Page } from './page.js';

/** Finds mail addresses of the intruder: those among the indicators. */
export function findMailAddresses(page: Page): readonly FoundThing[] {
  return page.indicators
    .filter(({ type, spans }) => type === 'email' && spans.length > 0)
    .map(({ value, spans }) => ({
      thing: 'mail-address',
      value,
      deed: 'sent-by-mail',
      seenIn: 'network/mail-gateway',
      spans,
    }));
}
