import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import type { Behaviour, ProductEvent } from '../../model.js';
import type { Drafting } from '../kind.js';
import { isSource } from './directions.js';
import { SHARED, selected, VALUES_MAX } from './shared.js';

/** Not Microsoft 365: an address that mail came from stands in the same words. */
type Service = 'kubernetes' | Extract<ProductEvent['product'], 'github'>;

interface CallerLog extends Pick<RuleDraft, 'platform' | 'logsource'> {
  readonly name: string;
  readonly field: string;
}

/** The logs of services that say who called, beside those of clouds and identity providers. */
const LOGS: Readonly<Record<Service, CallerLog>> = {
  kubernetes: {
    platform: 'kubernetes',
    name: 'Kubernetes',
    logsource: { product: 'kubernetes', service: 'audit' },
    field: 'sourceIPs',
  },
  github: {
    platform: null,
    name: 'GitHub',
    logsource: { product: 'github', service: 'audit' },
    field: 'actor_ip',
  },
};

/** Addresses that called a service, with the service: hosts do not connect to them. */
interface Callers {
  readonly rules: readonly RuleDraft[];
  isCaller(address: DraftValue): boolean;
}

/** The addresses that the text says calls of its only service came from, where it tells of no host. */
export function serviceCallers({ doc, behaviours }: Drafting, addresses: readonly DraftValue[]): Callers {
  const service = onlyService(behaviours);
  const callers =
    service === undefined ? [] : addresses.filter(({ origin }) => 'start' in origin && isSource(doc.text, origin));
  const known = new Set(callers);
  const rules = service === undefined || callers.length === 0 ? [] : [callerRule(LOGS[service], callers)];
  return { rules, isCaller: (address) => known.has(address) };
}

function onlyService(behaviours: readonly Behaviour[]): Service | undefined {
  if (behaviours.some(({ platforms }) => platforms.some((platform) => platform !== 'kubernetes'))) return undefined;
  const services = new Set(
    behaviours.flatMap((behaviour): readonly (Service | 'other')[] => {
      if (behaviour.kind === 'cluster-request') return ['kubernetes'];
      if (behaviour.kind !== 'product-event') return [];
      return behaviour.product === 'github' ? [behaviour.product] : ['other'];
    }),
  );
  const [only, ...more] = services;
  return more.length > 0 || only === 'other' ? undefined : only;
}

function callerRule({ platform, name, logsource, field }: CallerLog, callers: readonly DraftValue[]): RuleDraft {
  const { kept, cut } = firstOf(callers, VALUES_MAX, 'addresses');
  return {
    ...SHARED,
    platform,
    behaviour: `indicators:${name.toLowerCase().replaceAll(' ', '-')}-addresses`,
    title: titleOf(`Indicator Match - ${name} Calls From Reported Address (${kept.length})`),
    description: `Low-level indicator rule: calls of ${name} from addresses that the advisory lists.`,
    logsource,
    selections: [selected(field, [], kept)],
    techniques: ['T1078.004'],
    confidence: 0.45,
    cut,
  };
}
