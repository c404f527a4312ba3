import { isExampleHost } from '../../attribute/target-host.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { RequestPart, Span, WebRequest } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { trimEndOf } from '../../text/ends.js';
import { isNumber } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';
import { actorsPaths, isMalwaresOwn, isToNamedHost } from './actor-requests.js';
import { clientCalls } from './client-calls.js';
import { clientCommands } from './client-commands.js';
import { httpMessages } from './http-message.js';
import { fileRoots, mentionedPaths } from './mentioned-paths.js';
import { mentionsExploit } from './mentions-exploit.js';
import { payloadParameters } from './payload-parameters.js';
import { relativeTargets } from './relative-targets.js';
import { formFields, parameters, partAt, payloadsIn, targetParts } from './request-parts.js';
import { scanTemplates } from './scan-template.js';
import type { WrittenRequest } from './written-request.js';

const FILE_SYSTEM = listPattern(String.raw`^\/{file-system-roots}\/`);
/** With more requests a block is a listing, not an exploit. */
const REQUESTS_MAX = 200;
const TARGET_MIN = 6;

/**
 * Finds the requests that break into a site, where the document is about a vulnerability and requests: as sent over the wire, in commands,
 * scripts and scanners' templates, and as paths and parameters in the text. It does not matter who sends them: the site sees the same.
 */
export function recogniseWebRequests({ doc, passages, outsideCommands, caps }: Reading): readonly WebRequest[] {
  if (!mentionsExploit(doc.text)) return [];
  const theirs = actorsPaths(doc.text);
  const roots = fileRoots(doc.text);
  const isOthers = (passage: Passage, written: WrittenRequest): boolean => {
    const target = trimmed(passage.text, written.target ?? written);
    const path = passage.text.slice(target.start, target.end);
    return (
      FILE_SYSTEM().test(path) ||
      theirs.some((other) => path.startsWith(other) || other.startsWith(path)) ||
      isMalwaresOwn(passage.text, target.start, target.end) ||
      (written.headers.length === 0 &&
        isToNamedHost(passage.text, { start: (written.method ?? target).start, end: target.end })) ||
      isSentElsewhere(passage.text, written)
    );
  };
  return passages.flatMap((passage) => {
    const sent = [
      ...httpMessages(passage.text),
      ...clientCommands(passage.text),
      ...(passage.block.type === 'code' ? [...clientCalls(passage.text), ...scanTemplates(passage.text)] : []),
    ];
    const named = [
      ...mentionedPaths(passage.text, roots),
      ...relativeTargets(passage.text),
      ...payloadParameters(passage),
    ];
    const requests = (all: readonly WrittenRequest[]): readonly WebRequest[] =>
      all.flatMap((written) => (isOthers(passage, written) ? [] : (requestOf(passage, written) ?? [])));
    // A path that is part of a request sent elsewhere does not count alone either.
    const alone = named.filter((written) => !sent.some((other) => overlap(written, other)));
    const found = [...requests(sent), ...outsideCommands(requests(alone))];
    const distinct = found.filter((request, at) => !found.slice(0, at).some((other) => overlap(request, other)));
    return caps.first(distinct, REQUESTS_MAX, 'requests of a block');
  });
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Whether the `Host` header names somebody's own server. */
function isSentElsewhere(text: string, { headers }: WrittenRequest): boolean {
  const host = headers.find(({ name }) => text.slice(name.start, name.end).toLowerCase() === 'host')?.value;
  if (host === undefined) return false;
  const name = text.slice(host.start, host.end).trim();
  const port = name.lastIndexOf(':');
  const bare = isNumber(name.slice(port + 1)) ? name.slice(0, Math.max(port, 0)) : name;
  return bare.includes('.') && !isExampleHost(bare);
}

/** A target without the characters that end the sentence around it. */
function trimmed(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const closing = written.length - trimEndOf(written, '.,;:)]\'"’”`*').length;
  return { start, end: end - closing };
}

function requestOf(passage: Passage, written: WrittenRequest): WebRequest | undefined {
  const { text, start: offset } = passage;
  const { method, target, body } = written;
  const place = target === undefined ? undefined : trimmed(text, target);
  if (place !== undefined && place.end - place.start < TARGET_MIN) return undefined;
  const generic = place === undefined ? { path: [], query: [] } : targetParts(text, place, offset);
  const headers = written.headers.map(({ name, value }) => ({
    name: text.slice(name.start, name.end),
    value: partAt(text, value, offset),
  }));
  const inTarget = place === undefined ? [] : payloadsIn(text, place, offset);
  const end = Math.max(place?.end ?? 0, target === undefined || target.end < written.end ? written.end : 0);
  return behaviourAt(passage, { start: written.start, end }, written.certainty, {
    kind: 'web-request' as const,
    value: text.slice((place ?? written).start, (place ?? written).end),
    platforms: ['modsecurity', 'aws-waf'] as const,
    techniques: ['T1190'],
    ...(method === undefined ? {} : { method: partAt(text, method, offset) }),
    ...generic,
    headers,
    body: body === undefined ? [] : bodyParts(text, body, offset),
    payloads: [...inTarget, ...(body === undefined ? [] : payloadsIn(text, body, offset))],
  });
}

function bodyParts(text: string, body: Span, offset: number): readonly RequestPart[] {
  const fields = formFields(text, body, offset);
  return fields.length > 0 ? fields : parameters(text, body, offset);
}
