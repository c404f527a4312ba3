import { isIP } from 'node:net';
import { inNetwork } from './addresses.js';

type Json = unknown;

/**
 * Whether an event satisfies an EventBridge event pattern. Written from the service's pages on content filtering: an array of the event satisfies
 * when any element does, `anything-but` needs the field to be there, `$or` is an alternative beside the other fields.
 */
export function patternMatches(pattern: Json, event: Json): boolean {
  return Object.entries(pattern as Record<string, Json>).every(([key, wanted]) => {
    if (key === '$or') return (wanted as Json[]).some((alternative) => patternMatches(alternative, event));
    const value = typeof event === 'object' && event !== null ? (event as Record<string, Json>)[key] : undefined;
    if (Array.isArray(wanted)) return wanted.some((matcher) => leafMatches(matcher, value));
    return patternMatches(wanted, value);
  });
}

function leafMatches(matcher: Json, value: Json): boolean {
  if (typeof matcher === 'object' && matcher !== null && 'exists' in matcher)
    return (value !== undefined) === matcher.exists;
  if (value === undefined) return false;
  return (Array.isArray(value) ? value : [value]).some((element: Json) => valueMatches(matcher, element));
}

function valueMatches(matcher: Json, value: Json): boolean {
  if (typeof matcher !== 'object' || matcher === null) return matcher === value;
  const [[kind, content]] = Object.entries(matcher) as [[string, Json]];
  if (kind === 'anything-but') return !excluded(content, value);
  if (kind === 'numeric') {
    const [sign, limit] = content as [string, number];
    return (
      typeof value === 'number' &&
      { '>': value > limit, '>=': value >= limit, '<': value < limit, '<=': value <= limit }[sign] === true
    );
  }
  return typeof value === 'string' && textMatches(kind, content, value);
}

function excluded(content: Json, value: Json): boolean {
  if (Array.isArray(content)) return content.includes(value);
  const [[kind, list]] = Object.entries(content as object) as [[string, Json]];
  return (
    typeof value === 'string' &&
    (Array.isArray(list) ? list : [list]).some((one: Json) => textMatches(kind, one, value))
  );
}

function textMatches(kind: string, content: Json, value: string): boolean {
  if (typeof content === 'object' && content !== null && 'equals-ignore-case' in content) {
    return textMatches(kind, String(content['equals-ignore-case']).toLowerCase(), value.toLowerCase());
  }
  const text = String(content);
  switch (kind) {
    case 'prefix':
      return value.startsWith(text);
    case 'suffix':
      return value.endsWith(text);
    case 'equals-ignore-case':
      return value.toLowerCase() === text.toLowerCase();
    case 'cidr':
      return isIP(value) !== 0 && inNetwork(value, text);
    case 'wildcard':
      return wildcard(text).test(value);
    default:
      throw new Error(`EventBridge has no filter "${kind}"`);
  }
}

function wildcard(text: string): RegExp {
  if (/(?<!\\)(?:\\\\)*\*\*/.test(text)) throw new Error(`two wildcards in a row: ${text}`);
  const source = text.replaceAll(/\\(.)|(\*)|([^\w])/gs, (_, escaped?: string, star?: string, other?: string) =>
    star === undefined ? `\\u{${((escaped ?? other) as string).codePointAt(0)?.toString(16)}}` : '.*',
  );
  return new RegExp(`^${source}$`, 'su');
}
