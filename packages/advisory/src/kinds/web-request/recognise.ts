import type { WebRequest } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

const REQUEST_LINE = /\b(?:GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH)\s+(\/[^\s"'<>“”`]{3,300})/g;
const URI_PATH =
  /(?<![\w/.:\\-])\/(?:[\w.%~$-]{1,60}\/){0,8}[\w.%~$-]{1,60}\.(?:action|jsp|jspx|php\d?|aspx|ashx|asmx|asp|do|cgi|pl|esp|json|xml|html?|conf|war)(?:\?[^\s"'<>“”`]{0,200})?(?![\w/])/g;
const TRAVERSAL = /(?<![/:])\/(?:[\w.%-]+\/){0,4}(?:\.\.|%2e%2e)\/[\w./%-]{3,100}/gi;
const EXPLOIT = /\bCVE-\d{4}-\d{4,7}\b|\bexploit|\bvulnerab|\bweb ?shell\b/i;
const REQUESTS = /\bHTTP|\brequests?\b|\bendpoint|\bURL|\bURI|\bPOST\b|\bGET\b/;
const FILE_SYSTEM =
  /^\/(?:etc|usr|bin|sbin|var|tmp|home|opt|root|dev|proc|lib|mnt|boot|sys|Users|Library|Applications)\//;
/** More paths in one block are a listing, not an exploit. */
const REQUESTS_MAX = 200;
/** Paths every site has. */
const ORDINARY =
  /^\/(?:index|default|home|login|main|admin|robots|sitemap|favicon|search|about|contact)?(?:\.\w+)?\/?(?:\?.*)?$/i;

/** A path behind a host written so that nobody follows it: a place on the actor's own server. */
const ACTORS_PATH =
  /(?:\bhxxps?(?::|\[:\])\/\/[^\s/"'<>]{1,200}|[\w-]{1,63}(?:\[\.\]|\(\.\)|\[dot\])[\w.[\]()-]{1,200})(\/[^\s"'<>“”`]{3,200})/gi;

/** The paths that the document shows on the actor's servers, without what ends a sentence. */
function actorsPaths(text: string): readonly string[] {
  return [...text.matchAll(ACTORS_PATH)]
    .map((match) => (match[1] as string).replace(/[.,;:)\]]+$/, ''))
    .filter((path) => path.length >= 8);
}

/** What works on files: the folders it is given are the file system's, whatever their names. */
const FILE_TOOL =
  /\b(?:find|cat|zcat|ls|md5(?:sum)?|sha(?:1|256)sum|stat|tail|head|rm|cp|mv|chmod|chattr|vi|nano|(?:z|e)?grep\s[^\n|]{0,120}?)\s(?:-\w+\s+){0,3}(\/[\w.-]+\/)/g;

/** First folders of paths that the document hands to tools for files, as `/name/`; those it also requests are none. */
function fileRoots(text: string): ReadonlySet<string> {
  const roots = new Set([...text.matchAll(FILE_TOOL)].map((match) => match[1] as string));
  for (const match of text.matchAll(REQUEST_LINE)) roots.delete(/^\/[^/]*\//.exec(match[1] as string)?.[0] ?? '');
  return roots;
}

/** The sentence tells of malware that calls its own servers. */
const CALLS_HOME =
  /\b(?:C2|C&C|CnC|command[- ]and[- ]control|beacon\w*|malleable|exfiltrat\w*|checks? in|calls? (?:home|back)|phones? home|downloads?|downloaded|fetch(?:es|ed)|loader|payload from)\b/i;

/** A path beside a host in a short row, and one with places for numbers and texts, is asked of the actor's server. */
const BESIDE_HOST =
  /^[\s|•*-]*(?:\d{1,3}(?:\[?\.\]?\d{1,3}){3}|[\w-]+(?:\[?\.\]?[\w-]+)*\[?\.\]?[a-z]{2,12})(?::\d+)?[\s|,]+$/i;
const FORMATTED = /%\d*[usd](?![0-9a-f])|%\d+x/i;

function isMalwaresOwn(text: string, start: number, end: number): boolean {
  if (FORMATTED.test(text.slice(start, end + 60).split(/\s/)[0] ?? '')) return true;
  if (BESIDE_HOST.test(text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - 120), start))) return true;
  const sentence = sentenceAround(text, start, end);
  const words = text.slice(sentence.start, sentence.end);
  return CALLS_HOME.test(words) && !EXPLOIT.test(words);
}

/** Finds request paths of exploits, where the document tells of a vulnerability and of requests. */
export function recogniseWebRequests({ doc, passages, outsideCommands }: Reading): readonly WebRequest[] {
  const { text } = doc;
  if (!EXPLOIT.test(text) || !REQUESTS.test(text)) return [];
  const theirs = actorsPaths(text);
  const roots = fileRoots(text);
  const requests = passages.flatMap((passage) => {
    const found: WebRequest[] = [];
    const add = (path: string, start: number, base: number): void => {
      const value = path.replace(/[.,;:)\]]+$/, '').replace(/ HTTP$/, '');
      if (found.length >= REQUESTS_MAX || value.length < 6 || ORDINARY.test(value)) return;
      if (FILE_SYSTEM.test(value) || theirs.some((path) => value.startsWith(path) || path.startsWith(value))) return;
      if (isMalwaresOwn(passage.text, start, start + value.length)) return;
      if (found.some((b) => b.start - passage.start <= start && start < b.end - passage.start)) return;
      found.push(
        behaviourAt(passage, { start, end: start + value.length }, base, {
          kind: 'web-request' as const,
          value,
          platforms: ['waf-1', 'waf-2'] as const,
          techniques: ['T1190'],
        }),
      );
    };
    for (const match of passage.text.matchAll(REQUEST_LINE)) {
      add(match[1] as string, match.index + match[0].length - (match[1] as string).length, 0.85);
    }
    for (const match of passage.text.matchAll(TRAVERSAL)) add(match[0], match.index, 0.85);
    for (const match of passage.text.matchAll(URI_PATH)) {
      if (!roots.has(/^\/[^/]*\//.exec(match[0])?.[0] ?? '')) add(match[0], match.index, 0.75);
    }
    return found;
  });
  return outsideCommands(requests);
}
