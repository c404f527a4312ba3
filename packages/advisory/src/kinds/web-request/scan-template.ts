import type { Span } from '../../model.js';
import { groupSpan, type WrittenRequest } from './written-request.js';

/** A line of a scanner's template: a `path` list of targets after the placeholder for a site, with the method above or below. */
const PATH_LINE = /^[ \t]*-[ \t]*["']?\{\{(?:BaseURL|RootURL|Hostname)\}\}(?<target>\/[^\s"']{2,600})["']?[ \t]*$/dgm;
const METHOD_LINE = /^[ \t]*-?[ \t]*method:[ \t]*["']?(?<method>GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b/dgm;
/** How far apart the method and the paths of one request may be. */
const NEAR = 600;

/** Requests of a scanner's YAML template. Its `raw` requests are read as HTTP messages. */
export function scanTemplates(text: string): readonly WrittenRequest[] {
  const methods = [...text.matchAll(METHOD_LINE)].flatMap((match) => groupSpan(match, 'method') ?? []);
  return [...text.matchAll(PATH_LINE)].flatMap((match) => {
    const target = groupSpan(match, 'target');
    if (target === undefined) return [];
    const method = nearest(methods, target);
    return [{ ...target, target, ...(method === undefined ? {} : { method }), headers: [], certainty: 0.85 }];
  });
}

function nearest(methods: readonly Span[], target: Span): Span | undefined {
  const distance = (method: Span): number => Math.abs(method.start - target.start);
  const [best] = [...methods].sort((a, b) => distance(a) - distance(b));
  return best === undefined || distance(best) > NEAR ? undefined : best;
}
