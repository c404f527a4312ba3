import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { endingOf } from '../../text/ends.js';
import type { WrittenRequest } from './written-request.js';

/** A path to a file, with its query. */
const FILE =
  /(?<![\w/.:\\-])\/(?:[\w.%~$-]{1,60}\/){0,8}[\w.%~$-]{1,60}\.[a-z]{2,6}\d?(?:\?[^\s"'<>“”`]{0,200})?(?![\w/])/g;
const TRAVERSAL = /(?<![/:.])\/(?:[\w.%-]+\/){0,4}(?:\.\.|%2e%2e)\/[\w./%-]{3,100}/gi;
/** A path with parameters and their values. */
const QUERIED = /(?<![\w/.:\\>-])\/[\w.%~$<>{}/-]{2,200}\?[\w.[\]-]{1,60}=[^\s"'“”`]{0,400}/g;

/** Paths that running text and lists mention. `roots` are first folders of paths in a file system, which are left out. */
export function mentionedPaths(text: string, roots: ReadonlySet<string>): readonly WrittenRequest[] {
  const told = (pattern: RegExp, certainty: number): readonly WrittenRequest[] =>
    [...text.matchAll(pattern)].map((match) => {
      const target: Span = { start: match.index, end: match.index + match[0].length };
      return { ...target, target, headers: [], certainty };
    });
  const served = told(FILE, 0.75).filter(({ start, end }) => isServed(text.slice(start, end), roots));
  return [...told(QUERIED, 0.8), ...told(TRAVERSAL, 0.85), ...served].filter(
    ({ start, end }) => !isOnAnyHost(text, start, end),
  );
}

/** Whether a star stands for the host before a path: it is the same on many servers of the intruder. */
function isOnAnyHost(text: string, start: number, end: number): boolean {
  return text[start - 1] === '*' && text[start - 2] !== '*' && text[end] !== '*';
}

function isServed(target: string, roots: ReadonlySet<string>): boolean {
  const endings = target.split('?').map(endingOf);
  const ending = endings.find(({ length }) => length >= 2 && length <= 7) ?? '';
  const root = target.slice(0, target.indexOf('/', 1) + 1);
  return wordSet('served-endings').has(ending.toLowerCase()) && !roots.has(root);
}

/** Commands that work on files: their folders belong to the file system, whatever their names. */
const FILE_TOOL = listPattern(
  String.raw`\b(?:{file-tools}|(?:z|e)?grep\s[^\n|]{0,120}?)\s(?:-\w+\s+){0,3}(\/[\w.-]+\/)`,
  'g',
);
const REQUESTED = /\b[A-Z]{3,7}\s+(\/[^/\s"'<>]{1,60}\/)/g;

/** First folders of paths that the document passes to file commands, as `/name/`. Folders that it also requests are left out. */
export function fileRoots(text: string): ReadonlySet<string> {
  const roots = new Set([...text.matchAll(FILE_TOOL())].map((match) => match[1] as string));
  for (const match of text.matchAll(REQUESTED)) roots.delete(match[1] as string);
  return roots;
}
