import { type Token, tokensOf } from '../../attribute/cues.js';
import { validDomain } from '../../indicators/host-rules.js';
import type { SeenOnce } from '../../knowledge/behaviour.js';
import type { AdvisoryDocument, Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';
import { isCapital } from '../../text/characters.js';

/** From this length on a word may be the beginning of a service's name: "dropbox" of dropboxapi.com. */
const BEGINNING_MIN = 4;
/** From this length on a word needs no sign of a name. */
const NAME_MIN = 6;

/**
 * The hosts of a selection that sentences about a behaviour do not name where they name others of it: who sent files to Mega asked for no
 * Dropbox. None where they name none.
 */
export function untoldHosts(
  { text }: AdvisoryDocument,
  places: readonly Span[],
  selection: SeenOnce['selection'],
): readonly string[] {
  const hosts = selection
    .flatMap((values) => Object.entries(values))
    .flatMap(([field, values]) => (field.split('|', 1)[0] === 'QueryName' ? values.map(String) : []));
  if (hosts.length < 2) return [];
  const names = places.flatMap(({ start, end }) => namesIn(text, sentenceAround(text, start, end)));
  const untold = hosts.filter((host) => !names.some((name) => isNamed(host, name)));
  return untold.length < hosts.length ? untold : [];
}

/** The words of a sentence that may name a service: long ones, ones with a capital behind its first word, and the labels of hosts. */
function namesIn(text: string, { start, end }: Span): readonly string[] {
  return tokensOf(text.slice(start, end), start).flatMap((token, at) =>
    token.text.length >= NAME_MIN || (at > 0 && isCapital(text[token.start])) || isBeforeDot(text, token)
      ? token.text.split('.')
      : [],
  );
}

const isBeforeDot = (text: string, { text: word, end }: Token): boolean =>
  word.includes('.') || text[end] === '.' || text.startsWith('[.', end);

/** Whether a word is the name of a host's service, or its beginning. */
function isNamed(host: string, name: string): boolean {
  const label = validDomain(host.startsWith('.') ? host.slice(1) : host)?.split('.', 1)[0] ?? host;
  return label === name || (name.length >= BEGINNING_MIN && label.startsWith(name));
}
