import { wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isSmallLetter } from '../text/characters.js';
import { opensWith, startsWithAny } from '../text/ends.js';
import { isMadeOf } from '../text/shape.js';
import { stretchesOf } from '../text/stretches.js';

/** A variable of a template or of a shell. */
const VARIABLE = String.raw`\{\{?[^{}\n]{1,60}\}\}?|\$\{?\w{1,40}\}?`;
const BRACKETED = String.raw`<[^<>\n]{1,60}>`;
const SCHEME = String.raw`(?:https?(?:\(s\)|\[s\])?|hxxps?):\/\/(?:[^\s/@"'<>]{1,80}@)?`;
const HOST = String.raw`(?<host>\[[^\]\s]{1,60}\]|${BRACKETED}|${VARIABLE}|[\w.*-]{1,200})`;
const PORT = String.raw`(?<port>:(?:\d{1,5}|[<{$[]?\w{1,20}[>}\]]?))?`;
/** What can stand before a path in place of a site's address: scheme and host, a variable, or a placeholder. */
const ORIGIN = new RegExp(
  String.raw`^(?:${SCHEME}${HOST}${PORT}|(?<variable>${VARIABLE}|${BRACKETED}|%s))(?=\/)`,
  'di',
);
/** How names of a host itself and of private networks begin or what they are. */
const PRIVATE_STARTS = ['10.', '127.', '192.168.'] as const;
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '0.0.0.0']);

/** The host of a URL, and its path with the query; also for a placeholder with a path behind it. */
export function targetOf(
  text: string,
  { start, end }: Span,
): { readonly host: Span; readonly target: Span } | undefined {
  const match = ORIGIN.exec(text.slice(start, end));
  const place = match?.indices?.groups?.['host'] ?? match?.indices?.groups?.['variable'];
  if (match === null || place === undefined) return undefined;
  return {
    host: { start: start + place[0], end: start + place[1] },
    target: { start: start + match[0].length, end },
  };
}

/**
 * Whether a host stands for any site that an exploit is tried on: a placeholder, a private address, a lab's name. Any other name is
 * somebody's own server.
 */
export function isExampleHost(host: string): boolean {
  if (opensWith(host, '<{$%[')) return !isActors(host);
  const lower = host.toLowerCase();
  const labels = lower.split('.');
  if (isPrivate(lower, labels) || isMasked(labels)) return true;
  if (isOfLab(labels)) return !isActors(lower);
  return (
    isTarget(lower) || (!lower.includes('.') && partsOf(lower).some((part) => wordSet('site-placeholders').has(part)))
  );
}

/** Whether a host is an address of a private network or the host itself. */
function isPrivate(host: string, labels: readonly string[]): boolean {
  if (startsWithAny(host, PRIVATE_STARTS) || OWN_NAMES.has(host)) return true;
  const [first, second = ''] = labels;
  // 172.16.0.0/12
  return first === '172' && labels.length > 2 && second.length === 2 && second >= '16' && second <= '31';
}

/** Whether an address has its numbers replaced: `xxx.xxx.xxx.xxx`. */
function isMasked(labels: readonly string[]): boolean {
  return labels.length === 4 && labels.every((label) => ['x', 'xx', 'xxx'].includes(label));
}

/** Whether a name ends as those of labs do, also with a country or the like behind it: `mail.corp`, `corp.com`. */
function isOfLab(labels: readonly string[]): boolean {
  const names = wordSet('lab-names');
  const [before = '', last = ''] = labels.length > 1 ? labels.slice(-2) : ['', labels[0]];
  return names.has(last) || (last.length > 1 && last.length < 4 && isMadeOf(last, '') && names.has(before));
}

/** Whether a host is a placeholder for the attacked one: `target`, `{{BaseURL}}`, `victim-ip`. */
function isTarget(host: string): boolean {
  return partsOf(host.toLowerCase()).some((part) => wordSet('target-placeholders').has(part));
}

function isActors(host: string): boolean {
  return partsOf(host.toLowerCase()).some((part) => wordSet('actor-placeholders').has(part));
}

function partsOf(host: string): readonly string[] {
  return stretchesOf(host, isSmallLetter).map(({ text }) => text);
}

/** Whether a command is sent to a placeholder for an attacked machine. Its author tries out a flaw, so no log of a victim's host has it. */
export function isRunOnPlaceholder(command: string): boolean {
  return [...command.matchAll(/\b(?:https?:\/\/|--?(?:url|target|host|rhost)[= ])["']?([^\s/:"']{1,80})/gi)].some(
    (match) => isTarget(match[1] as string),
  );
}
