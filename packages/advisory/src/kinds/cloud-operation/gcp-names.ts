import { isKnownGcpMethod, knownOperations } from '@tripline/attack';
import { listPattern } from '../../knowledge/word-pattern.js';
import { once } from '../../once.js';
import type { Passage } from '../../segment/passage.js';
import { endsWithAny } from '../../text/ends.js';
import { hasDigit } from '../../text/shape.js';
import { excerptsOf, fieldOf, placeIn } from '../log-excerpt.js';
import { mentionsOf } from '../planes.js';
import { NAME_WITH_HUMPS, type NamedOperation } from './named-operation.js';

const GCP_NAME = listPattern(
  String.raw`(?<![\w@/-])(?:(?:v\d(?:(?:alpha|beta)\d*)?|beta|alpha)\.[a-z]+\.\w+\.\w+|google\.[a-z]{1,40}(?:\.[a-z]{1,40}){0,5}(?:\.v\d\w{0,20})?(?:\.[A-Z]\w{1,80}){1,2}|{gcp-method-services}\.[a-z]\w+\.[a-z]\w+|storage\.setIamPermissions)(?![\w-])`,
  'g',
);
const METHOD_MAX = 150;
const QUOTED_CERTAINTY = 0.97;
/** A method as the reference of the REST interface writes it: `projects.testIamPermissions`. */
const GCP_REST =
  /(?<![\w.@/-])[a-z][A-Za-z]{3,30}(?:\.[a-z][A-Za-z]{2,30}){0,2}\.[a-z]+(?:[A-Z][a-z]+)+(?![\w(/-]|\.\w)/g;
const GCP_VERB = listPattern('^{gcp-verbs}', 'i');

/** Google Cloud methods named in a passage; bare names (`SetIamPolicy`) only where the document is about Google Cloud. */
export function gcpNames(passage: Passage, about: boolean): readonly NamedOperation[] {
  const found: NamedOperation[] = [...quotedMethods(passage)];
  const find = (pattern: RegExp, isMethod: (name: string, start: number) => boolean, certainty: number): void => {
    for (const { 0: name, index: start } of passage.text.matchAll(pattern)) {
      if (!isMethod(name, start) || found.some((each) => each.start <= start && start < each.end)) continue;
      found.push({ name, start, end: start + name.length, certainty });
    }
  };
  find(GCP_NAME(), isWholeMethod, about ? 0.95 : 0.6);
  if (!about) return found;
  if (mentionsOf('gcp', passage.text) > 0) find(GCP_REST, isRestMethod, 0.8);
  const isCode = (name: string, at: number): boolean =>
    passage.text[at - 1] === '.' || passage.text[at + name.length] === '(';
  find(NAME_WITH_HUMPS, (name, at) => !hasDigit(name) && !isCode(name, at) && isKnownGcpMethod(name), 0.9);
  return found;
}

/** Whether a dotted name ends in what a method does, and is no file or host. */
function isWholeMethod(name: string): boolean {
  return (
    GCP_VERB().test(name.slice(name.lastIndexOf('.') + 1)) && !endsWithAny(name, ['.com', '.html', '.json', '.py'])
  );
}

/** Whether a name is that of a resource and what is done with it. */
function isRestMethod(name: string): boolean {
  const [resource = '', method = ''] = name.split('.').slice(-2);
  return GCP_VERB().test(method) && resources().has(resource.toLowerCase());
}

/** The methods of the audit log's events that a passage quotes in JSON, whatever their form. */
function quotedMethods(passage: Passage): readonly NamedOperation[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const method = fieldOf(excerpt, 'protoPayload.methodName');
    if (method === undefined || method.value === '' || method.value.length > METHOD_MAX) return [];
    return [{ name: method.value, ...placeIn(passage, method), certainty: QUOTED_CERTAINTY }];
  });
}

/** The resources that known methods belong to: `projects`, `instances`, `buckets`. */
const resources = once(
  () => new Set(knownOperations('gcp').map(({ name }) => name.split('.').at(-2)?.toLowerCase() ?? '')),
);
