import { isKnownGcpMethod, knownOperations } from '@tripline/attack';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { Passage } from '../../segment/passage.js';
import { endsWithAny } from '../../text/ends.js';
import { excerptsOf, fieldOf, placeIn } from '../log-excerpt.js';
import { mentionsOf } from '../planes.js';
import type { NamedOperation } from './named-operation.js';

const GCP_NAME = listPattern(
  String.raw`(?<![\w@/-])(?:(?:v\d(?:(?:alpha|beta)\d*)?|beta|alpha)\.[a-z]+\.\w+\.\w+|google\.[a-z]{1,40}(?:\.[a-z]{1,40}){0,5}(?:\.v\d\w{0,20})?(?:\.[A-Z]\w{1,80}){1,2}|{gcp-method-services}\.[a-z]\w+\.[a-z]\w+|storage\.setIamPermissions)(?![\w-])`,
  'g',
);
const METHOD_MAX = 150;
const QUOTED_CERTAINTY = 0.97;
const GCP_BARE = /(?<![\w.])[A-Z][a-z]+(?:[A-Z][a-z]+)+(?![\w(])/g;
/** A method as the reference of the REST interface writes it: `projects.testIamPermissions`. */
const GCP_REST =
  /(?<![\w.@/-])[a-z][A-Za-z]{3,30}(?:\.[a-z][A-Za-z]{2,30}){0,2}\.[a-z]+(?:[A-Z][a-z]+)+(?![\w(/-]|\.\w)/g;
const GCP_VERB = listPattern('^{gcp-verbs}', 'i');

/** Google Cloud methods named in a passage; bare names (`SetIamPolicy`) only where the document is about Google Cloud. */
export function gcpNames(passage: Passage, about: boolean): readonly NamedOperation[] {
  const found: NamedOperation[] = [...quotedMethods(passage)];
  const isQuoted = (at: number): boolean => found.some(({ start, end }) => start <= at && at < end);
  for (const match of passage.text.matchAll(GCP_NAME())) {
    const name = match[0];
    if (isQuoted(match.index)) continue;
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (!GCP_VERB().test(last) || endsWithAny(name, ['.com', '.html', '.json', '.py'])) continue;
    found.push({ name, start: match.index, end: match.index + name.length, certainty: about ? 0.95 : 0.6 });
  }
  if (about && mentionsOf('gcp', passage.text) > 0) {
    for (const match of passage.text.matchAll(GCP_REST)) {
      const name = match[0];
      const [resource = '', method = ''] = name.split('.').slice(-2);
      if (!GCP_VERB().test(method) || !resources().has(resource.toLowerCase())) continue;
      if (found.some((each) => each.start <= match.index && match.index < each.end)) continue;
      found.push({ name, start: match.index, end: match.index + name.length, certainty: 0.8 });
    }
  }
  if (about) {
    for (const match of passage.text.matchAll(GCP_BARE)) {
      if (!isKnownGcpMethod(match[0]) || found.some((f) => f.start <= match.index && match.index < f.end)) continue;
      found.push({
        name: match[0],
        start: match.index,
        end: match.index + match[0].length,
        certainty: 0.9,
      });
    }
  }
  return found;
}

/** The methods of the audit log's events that a passage quotes in JSON, whatever their form. */
function quotedMethods(passage: Passage): readonly NamedOperation[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const method = fieldOf(excerpt, 'protoPayload.methodName');
    if (method === undefined || method.value === '' || method.value.length > METHOD_MAX) return [];
    return [{ name: method.value, ...placeIn(passage, method), certainty: QUOTED_CERTAINTY }];
  });
}

let known: ReadonlySet<string> | undefined;

/** The resources that known methods belong to: `projects`, `instances`, `buckets`. */
function resources(): ReadonlySet<string> {
  known ??= new Set(knownOperations('gcp').map(({ name }) => name.split('.').at(-2)?.toLowerCase() ?? ''));
  return known;
}
