import { PLATFORM_NAMES } from '@tripline/sigma';
import { firstOf } from '../../draft/cut.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { distinctBy, groupBy, titleOf } from '../../draft/text.js';
import { requestSources } from '../../indicators/request-sources.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, WebRequest } from '../../model.js';
import { flawsIn } from '../../text/flaws.js';
import type { Drafting } from '../kind.js';
import { alternativesOf } from './alternatives.js';
import { FIREWALLS, type Firewall } from './firewalls.js';
import { type Requested, requestedOf } from './requested.js';
import { senderRules } from './senders.js';

/** Longer lists belong to a scanner, not to an exploit. */
const REQUESTS_MAX = 40;

/** Rules on the logs of web application firewalls: the requests of an exploit, one rule per vulnerability, and their senders. */
export function draftWebRequests({ doc, behaviours, indicators, platforms }: Drafting): readonly RuleDraft[] {
  const requests = behaviours.filter((behaviour) => behaviour.kind === 'web-request');
  if (requests.length === 0) return [];
  const logs = logsIn(doc.text, platforms);
  const byFlaw = groupBy(requests, (request) => flawOf(doc, request) ?? '');
  return [
    ...[...byFlaw].flatMap(([flaw, group]) => {
      const wanted = distinctRequests(group.flatMap((request) => requestedOf(request, doc.text) ?? []));
      const parted = [wanted.filter(({ isTelling }) => isTelling), wanted.filter(({ isTelling }) => !isTelling)];
      return parted.flatMap((each) => logs.flatMap((firewall) => requestRule(each, flaw, firewall)));
    }),
    ...senderRules(requests, indicators, requestSources(doc, indicators)),
  ];
}

/** The logs to ask: the web server's alone where the text names it and nothing before it, unless somebody asks for certain ones. */
function logsIn(text: string, platforms: Drafting['platforms']): readonly Firewall[] {
  const isAsked = platforms.size < PLATFORM_NAMES.length;
  if (isAsked || !hasWordOf('web-log-words', text) || hasWordOf('web-firewalls', text)) return FIREWALLS;
  return FIREWALLS.filter(({ platform }) => platform === null);
}

/** The vulnerability of a request: the document's only one, or the last one named before it. */
function flawOf({ text }: AdvisoryDocument, { start }: WebRequest): string | undefined {
  const named = flawsIn(text).filter((flaw) => text.startsWith(flaw.id, flaw.start));
  const only = new Set(named.map(({ id }) => id)).size === 1;
  return only ? named[0]?.id : named.filter((flaw) => flaw.start <= start).at(-1)?.id;
}

/** Each request once. One is left out where another has more of the same path, or has the path without the part of a single site. */
function distinctRequests(requests: readonly Requested[]): readonly Requested[] {
  const kept = requests.filter((each) => !requests.some((other) => saysMore(other, each) || isWider(other, each)));
  return distinctBy(kept, keyOf);
}

function pathOf({ path }: Requested): string {
  return path.map(({ text }) => text.toLowerCase()).join('*');
}

function queryOf({ query }: Requested): string {
  return query.map(({ text }) => text).join('&');
}

function keyOf(each: Requested): string {
  const headers = each.headers.map(({ name }) => name).join(',');
  return [pathOf(each), each.method?.text.toUpperCase(), queryOf(each), headers].join(' ');
}

function saysMore(one: Requested, other: Requested): boolean {
  if (pathOf(one) !== pathOf(other)) return false;
  if (one.isTelling !== other.isTelling) return one.isTelling;
  return queryOf(one) === queryOf(other) && one.method !== undefined && other.method === undefined;
}

/** Whether one request leaves open a part of the path that the other has for a single site. */
function isWider(one: Requested, other: Requested): boolean {
  const whole = pathOf(other);
  if (one.path.length <= other.path.length || queryOf(one) !== queryOf(other)) return false;
  let from = 0;
  for (const { text } of one.path) {
    const at = whole.indexOf(text.toLowerCase(), from);
    if (at < 0) return false;
    from = at + text.length;
  }
  return true;
}

function requestRule(requests: readonly Requested[], flaw: string, firewall: Firewall): readonly RuleDraft[] {
  const { kept, cut } = firstOf(requests, REQUESTS_MAX, 'requests of a rule');
  const alternatives = alternativesOf(kept, firewall);
  const [first] = requests;
  if (first === undefined || alternatives.length === 0) return [];
  const named = flaw === '' ? '' : ` Of ${flaw}`;
  const what = [
    first.method?.text.toUpperCase() ?? '',
    (first.path.length > 0 ? first.path.map(({ text }) => text).join('*') : first.body[0]?.text) ?? '',
  ]
    .join(' ')
    .trim();
  return [
    {
      platform: firewall.platform,
      behaviour: `waf:${firewall.name}:${first.isTelling ? 'request' : 'uri'}${flaw === '' ? '' : `:${flaw}`}`,
      title: titleOf(`${first.isTelling ? 'Exploit Request' : 'Exploit Request Path'}${named} - ${what}`),
      description: `Detects ${first.isTelling ? 'requests' : 'requests to the paths'} that the advisory reports${flaw === '' ? ' of an exploit' : ` for ${flaw}`}.`,
      level: first.isTelling ? 'high' : 'medium',
      logsource: firewall.logsource,
      selections: [{ name: 'selection', alternatives }],
      condition: 'selection',
      techniques: ['T1190'],
      falsepositives: ['Ordinary use of the same pages', 'Vulnerability scanners'],
      confidence: Math.max(...requests.map(({ confidence }) => confidence)),
      cut,
    },
  ];
}
