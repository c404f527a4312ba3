import { isExampleHost } from '../../attribute/target-host.js';
import { hasWordOf, listPattern } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';
import { isDigit, isHexDigit, isWordCharacter } from '../../text/characters.js';
import { trimEndOf } from '../../text/ends.js';
import { firstWord, hasAny } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import { hasExploit } from './mentions-exploit.js';

/** A path after a defanged host: it is on the actor's own server. */
const ACTORS_PATH =
  /(?:\bhxxps?(?::|\[:\])\/\/[^\s/"'<>]{1,200}|[\w-]{1,63}(?:\[\.\]|\(\.\)|\[dot\])[\w.[\]()-]{1,200})(\/[^\s"'<>“”`]{3,200})/gi;

/** The paths that the document shows on the actor's servers, without characters that end a sentence. */
export function actorsPaths(text: string): readonly string[] {
  return [...text.matchAll(ACTORS_PATH)]
    .map((match) => trimEndOf(match[1] as string, '.,;:)]'))
    .filter((path) => path.length >= 8);
}

/** A path beside a host in a short row: it is requested from the actor's server. */
const BESIDE_HOST =
  /^[\s|•*-]*(?:\d{1,3}(?:\[?\.\]?\d{1,3}){3}|[\w-]+(?:\[?\.\]?[\w-]+)*\[?\.\]?[a-z]{2,12})(?::\d+)?[\s|,]+$/i;

/** What may stand between a host and the request to it, in one line of a listing. */
const BETWEEN = new Set(' \t–—-|:,');
const BLANKS = new Set(' \t\n');
const HEADERS_NEAR = 160;
const HOST_HEADER = 'host:';

/** Whether the host that a request is sent to stands right before it, or as a header in the same line; and is no placeholder for a site. */
export function isToNamedHost(text: string, { start, end }: Span): boolean {
  let stop = start;
  while (stop > 0 && BETWEEN.has(text[stop - 1] as string)) stop -= 1;
  let from = stop;
  while (from > 0 && !BLANKS.has(text[from - 1] as string)) from -= 1;
  if (stop < start && isSomebodys(text.slice(from, stop))) return true;
  const line = text.slice(end, end + HEADERS_NEAR).split('\n', 1)[0] ?? '';
  const header = line.toLowerCase().indexOf(HOST_HEADER);
  if (header < 0) return false;
  return isSomebodys(
    line
      .slice(header + HOST_HEADER.length)
      .trimStart()
      .split(' ', 1)[0] ?? '',
  );
}

/** Whether a word is the name or address of a server, and of no site that stands for any other. */
function isSomebodys(word: string): boolean {
  const host = word.replaceAll('\\', '').replaceAll('[.]', '.').split(':', 1)[0] ?? '';
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => label !== '' && [...label].every(isHostCharacter)) &&
    !isExampleHost(host)
  );
}

function isHostCharacter(character: string): boolean {
  return isWordCharacter(character) || character === '-';
}

/** Words before a path in which malware asks for it; where somebody puts that malware there by the request, the path is the victim's. */
const MALWARE_ASKS = listPattern(
  String.raw`(?<!\b(?:upload|install|deploy|drop|plant|deliver|writ|plac)\w{0,3}\s(?:an?|the|their|its|this)?\s?(?:\w+\s)?)\b{callers-home}\b[^.;]{0,80}\b{requests-sent}\b[^.;]{0,80}$`,
  'i',
);

/** Whether a word has places for numbers and texts, as programs format them: `%s`, `%08x`. */
function hasFormat(word: string): boolean {
  const [, ...formats] = word.toLowerCase().split('%');
  return formats.some((format) => {
    const sign = skip(format, 0, isDigit);
    return format[sign] === 'x' ? sign > 0 : hasAny(format.charAt(sign), 'usd') && !isHexDigit(format[sign + 1]);
  });
}

/** Whether the words around a path say that malware requests it. */
export function isMalwaresOwn(text: string, start: number, end: number): boolean {
  if (hasFormat(firstWord(text.slice(start, end + 60)))) return true;
  if (BESIDE_HOST.test(text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - 120), start))) return true;
  const sentence = sentenceAround(text, start, end);
  const words = text.slice(sentence.start, sentence.end);
  if (hasExploit(words)) return false;
  return hasWordOf('calls-home', words) || MALWARE_ASKS().test(text.slice(sentence.start, start));
}
