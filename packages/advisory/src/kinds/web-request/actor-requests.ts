import { hasWordOf } from '../../knowledge/word-pattern.js';
import { sentenceAround } from '../../segment/passage.js';
import { EXPLOIT } from './mentions-exploit.js';

/** A path after a defanged host: it is on the actor's own server. */
const ACTORS_PATH =
  /(?:\bhxxps?(?::|\[:\])\/\/[^\s/"'<>]{1,200}|[\w-]{1,63}(?:\[\.\]|\(\.\)|\[dot\])[\w.[\]()-]{1,200})(\/[^\s"'<>“”`]{3,200})/gi;

/** The paths that the document shows on the actor's servers, without characters that end a sentence. */
export function actorsPaths(text: string): readonly string[] {
  return [...text.matchAll(ACTORS_PATH)]
    .map((match) => (match[1] as string).replace(/[.,;:)\]]+$/, ''))
    .filter((path) => path.length >= 8);
}

/** A path beside a host in a short row, or with placeholders for numbers and texts: it is requested from the actor's server. */
const BESIDE_HOST =
  /^[\s|•*-]*(?:\d{1,3}(?:\[?\.\]?\d{1,3}){3}|[\w-]+(?:\[?\.\]?[\w-]+)*\[?\.\]?[a-z]{2,12})(?::\d+)?[\s|,]+$/i;
const FORMATTED = /%\d*[usd](?![0-9a-f])|%\d+x/i;

/** Whether the words around a path say that malware requests it. */
export function isMalwaresOwn(text: string, start: number, end: number): boolean {
  if (FORMATTED.test(text.slice(start, end + 60).split(/\s/)[0] ?? '')) return true;
  if (BESIDE_HOST.test(text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - 120), start))) return true;
  const sentence = sentenceAround(text, start, end);
  const words = text.slice(sentence.start, sentence.end);
  return hasWordOf('calls-home', words) && !EXPLOIT.test(words);
}
