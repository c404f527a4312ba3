import { hostSystem } from '../../attribute/host-system.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { isMailSource } from '../../indicators/mail-source.js';
import { requestSources } from '../../indicators/request-sources.js';
import type { AdvisoryDocument, Indicator, IndicatorType } from '../../model.js';
import type { Drafting } from '../kind.js';
import { CONFIDENCE_MIN } from '../library/draft.js';
import { isAbout, planeMentions } from '../planes.js';
import { isServer, isSource } from './directions.js';
import { fileNameRules } from './file-names.js';
import { hashRules } from './hashes.js';
import { addressRules, domainRules } from './hosts.js';
import { indicatorLogs, isOnHosts } from './logs.js';
import { serviceCallers } from './service-callers.js';
import { draftValue } from './shared.js';
import { isOfSample, sourceAddressRules } from './source-addresses.js';

const HOST_PLATFORMS = { windows: 'endpoint-sysmon', linux: 'endpoint-auditd' } as const;

/**
 * Low-level rules on bare indicators, clearly labelled and separate from the behavioural ones: domains and addresses on endpoints, file
 * hashes of started programs, and source addresses where the advisory is about a cloud whose log has them.
 */
export function draftIndicators(drafting: Drafting): readonly RuleDraft[] {
  const { doc } = drafting;
  const indicators = seenHere(drafting);
  const logs = indicatorLogs(drafting);
  const values = (...types: readonly IndicatorType[]): readonly DraftValue[] =>
    indicators.filter(({ type, spans }) => types.includes(type) && spans.length > 0).map(draftValue);
  const addresses = values('ipv4', 'ipv6').filter((value) => !isOfSample(doc, value));
  const servers = new Set(indicators.filter((each) => isServer(doc, each)).map(({ value }) => value));
  // A host connects to what an intrusion into hosts is said to come from; calls of a cloud come from it.
  const isOfPlane = [...logs].some((log) => !log.startsWith('endpoint-'));
  const isOfCallers = isOfPlane && !tellsOfHosts(drafting);
  const callers = serviceCallers(drafting, addresses);
  const host = hostSystem(doc.text);
  const isLogged = host === 'macos' ? isOnHosts(drafting) : logs.has(HOST_PLATFORMS[host]);
  return [
    ...(isLogged
      ? [
          ...domainRules(values('domain'), host),
          ...addressRules(
            addresses.filter(
              (address) =>
                !callers.isCaller(address) &&
                !sendsMail(doc, address) &&
                !isOfCallers &&
                !(isOfPlane && calls(doc, address)),
            ),
            host,
          ),
          ...(host === 'macos' ? [] : fileNameRules(doc, withoutPaired(drafting, indicators), host)),
          // auditd records no hashes.
          ...(host === 'linux' ? [] : hashRules(doc, indicators, host)),
        ]
      : []),
    ...sourceAddressRules(
      addresses.filter(({ literal }) => !servers.has(String(literal))),
      logs,
    ),
    ...callers.rules,
  ];
}

/** Fewest behaviours in words that tell of hosts in a text on a cloud: one alone may as well be told of the cloud. */
const IN_WORDS_MIN = 2;

/** Whether a text tells of hosts surely enough that they connect to its addresses. */
function tellsOfHosts({ behaviours }: Drafting): boolean {
  const ofHosts = behaviours.filter(({ platforms }) => platforms.some((id) => id.startsWith('endpoint-')));
  return ofHosts.length >= IN_WORDS_MIN || ofHosts.some(({ kind }) => kind !== 'described-behaviour');
}

/** The indicators without the libraries that a rule has with the program loading them. */
function withoutPaired({ behaviours }: Drafting, indicators: readonly Indicator[]): readonly Indicator[] {
  const paired = new Set(
    behaviours.flatMap((each) =>
      each.kind === 'side-loading' && each.confidence >= CONFIDENCE_MIN ? [each.library.toLowerCase()] : [],
    ),
  );
  return indicators.filter(({ type, value }) => type !== 'file-name' || !paired.has(value.toLowerCase()));
}

/** Whether calls came from an address, by the words at its first place. */
function calls({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  return 'start' in origin && isSource(text, origin);
}

/** Whether an address is one that mails came from, by the words at its first place. */
function sendsMail({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  return 'start' in origin && isMailSource(text, origin.start);
}

/**
 * Without the addresses that send requests to a site, which a firewall's log shows. AWS's own log has the sender too, so there they stay.
 */
function seenHere({ doc, indicators, behaviours }: Drafting): readonly Indicator[] {
  if (!behaviours.some(({ kind }) => kind === 'web-request')) return indicators;
  if (isAbout('aws', planeMentions(doc.text), doc.text.length)) return indicators;
  const senders = new Set(requestSources(doc, indicators));
  return indicators.filter((indicator) => !senders.has(indicator));
}
