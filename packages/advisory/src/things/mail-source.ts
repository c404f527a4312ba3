import { isMailSource } from '../indicators/mail-source.js';
import type { FoundThing } from '../model.js';
import type { Page } from './page.js';

/** Finds the addresses from which an intruder's mails were sent: those among the indicators whose words say so. */
export function findMailSources({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators.flatMap(({ type, value, spans }): readonly FoundThing[] => {
    const told = type === 'ipv4' || type === 'ipv6' ? spans.filter(({ start }) => isMailSource(doc.text, start)) : [];
    if (told.length === 0) return [];
    return [{ thing: 'ip-address', value, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans: told }];
  });
}
