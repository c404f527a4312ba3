import { kqlExtent, type QueryLanguage } from '@tripline/sigma';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Block, DetectionLanguage, PublishedDetection, Span } from '../../model.js';
import { isBlank } from '../../text/characters.js';
import { keyOf, keysOf } from '../../text/yaml-lines.js';
import { straightened } from './straighten.js';

/** The beginning of a query in KQL: a table, a pipe and an operator. */
const KQL_START = listPattern(String.raw`\b[A-Z][A-Za-z0-9_]{3,60}\s*\|\s*{kql-operators}\b`, 'g');
const YARA_START = /\brule\s+[A-Za-z_]\w{0,127}(?:\s*:\s*[\w ]{1,200})?\s*\{/g;
const YARA_MAX = 20_000;
const FALCON_START = /(?:event_platform\s*=\s*"?\w+"?\s+)?#?event_simpleName\s*=/g;
/** Where a Falcon query in prose ends at the latest. */
const FALCON_END = /[“”\n]|\.\s+[A-Z]/;
const FALCON_MAX = 1500;
const SIGMA_KEYS = ['title', 'logsource', 'detection'];

/** Beginnings of queries that are whole blocks of code, in languages whose end cannot be found in prose. */
const CODE_STARTS: readonly (readonly [QueryLanguage, () => RegExp])[] = [
  ['eql', listPattern(String.raw`^\s*{eql-categories}\s+where\s+\S`)],
  ['eql', () => /^\s*(?:sequence|sample)\b(?:\s+(?:by|with)\b|\s*\[)/],
  [
    'spl',
    listPattern(
      String.raw`^\s*(?:(?:search\s+)?{spl-sources}\s*=\s*\S|\|\s*{spl-beginnings}\b|\x60[A-Za-z_]\w*(?:\([^\x60]*\))?\x60\s)`,
    ),
  ],
  ['lucene', listPattern(String.raw`^\s*(?:NOT\s+|not\s+|\(\s*)*{ecs-field-sets}\.[\w.]+\s*:\s*\S`)],
];

/** Finds the rules and queries that a document publishes, in the order of the text; they do not overlap. */
export function findPublishedDetections(doc: AdvisoryDocument): readonly PublishedDetection[] {
  const text = straightened(doc.text);
  const found: PublishedDetection[] = [];
  const add = (language: DetectionLanguage, { start, end }: Span): void => {
    found.push({ kind: 'published-detection', language, start, end, text: text.slice(start, end) });
  };
  for (const block of doc.blocks) if (block.type === 'code' && isSigma(text, block)) add('sigma', block);
  for (const span of matched(text, YARA_START, yaraEnd)) add('yara', span);
  for (const span of matched(text, FALCON_START, (start) => falconEnd(text, start, doc.blocks))) add('falcon', span);
  for (const span of matched(text, KQL_START(), (start) => kqlExtent(text, start)))
    add('kql', withConstants(text, span));
  for (const block of doc.blocks) {
    const language = block.type === 'code' ? languageOfCode(text, block) : undefined;
    if (language !== undefined) add(language, block);
  }
  return withoutOverlaps(found);
}

/** Of two that overlap the earlier stays; of two at one place, the one found first. */
function withoutOverlaps(found: readonly PublishedDetection[]): readonly PublishedDetection[] {
  let covered = 0;
  return [...found]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < covered) return false;
      covered = end;
      return true;
    });
}

function isSigma(text: string, { start, end }: Block): boolean {
  const code = text.slice(start, end);
  const keys = keysOf(code);
  const hasCondition = code.split('\n').some((line) => isBlank(line[0]) && keyOf(line) === 'condition');
  return hasCondition && SIGMA_KEYS.every((key) => keys.has(key));
}

function languageOfCode(text: string, { start, end }: Block): QueryLanguage | undefined {
  const code = text.slice(start, Math.min(end, start + 2000));
  return CODE_STARTS.find(([, opening]) => opening().test(code))?.[0];
}

/** The spans from each match of `opening` to the end that `endOf` gives; text inside a span is not searched again. */
function* matched(
  text: string,
  opening: RegExp,
  endOf: (start: number, behind: number, text: string) => number | undefined,
): Generator<Span> {
  let from = 0;
  const next = (): RegExpExecArray | null => {
    opening.lastIndex = from;
    return opening.exec(text);
  };
  for (let found = next(); found !== null; found = next()) {
    const behind = opening.lastIndex;
    const end = endOf(found.index, behind, text);
    from = Math.max(behind, end ?? 0);
    if (end !== undefined) yield { start: found.index, end };
  }
}

/** The brace that closes a YARA rule. Braces in its strings and expressions nearly always come in pairs. */
function yaraEnd(_start: number, behind: number, text: string): number | undefined {
  let depth = 1;
  for (let at = behind; at < Math.min(text.length, behind + YARA_MAX); at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0)
      return /\bcondition\s*:/.test(text.slice(behind, at)) ? at + 1 : undefined;
  }
  return undefined;
}

/** The end of a Falcon query: of its block of code, or in prose a curly quote or the end of a sentence or line. */
function falconEnd(text: string, start: number, blocks: readonly Block[]): number {
  const code = blocks.find((block) => block.type === 'code' && block.start <= start && start < block.end);
  if (code !== undefined) return code.end;
  const longest = text.slice(start, start + FALCON_MAX);
  const end = longest.search(FALCON_END);
  return start + (end < 0 ? longest.length : end);
}

/** Includes constants of `let` right before a query. */
function withConstants(text: string, { start, end }: Span): Span {
  let from = start;
  while (
    text
      .slice(Math.max(0, from - 200), from)
      .trimEnd()
      .endsWith(';')
  ) {
    const before = text.lastIndexOf('let ', from - 1);
    if (before < 0 || from - before > 5000 || text.slice(before, text.lastIndexOf(';', from - 1)).includes(';')) break;
    from = before;
  }
  return { start: from, end };
}
