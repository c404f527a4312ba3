import { listSetting, parseNetwork } from '@tripline/service';
import type Joi from 'joi';

/** Settings of the guarded fetcher, the same in every process that fetches advisories. */
export interface FetchConfig {
  /**
   * Private hosts (`host` or `host:port`, comma-separated) that may be fetched from. A name in this list is still refused when it resolves
   * to a cloud's metadata service or into FETCH_DENY_NETWORKS; an address in this list is always allowed.
   */
  FETCH_ALLOW_HOSTS: string[];
  /** Addresses and networks (CIDR, IPv4 and IPv6, comma-separated) that are never fetched from, in addition to all that are not public. */
  FETCH_DENY_NETWORKS: string[];
}

/** The schema of {@link FetchConfig}, to be spread into a process's own `Joi.object`. */
export const fetchSettings = {
  FETCH_ALLOW_HOSTS: listSetting().description(
    'Hosts (host or host:port) that may be fetched from although they are private. A name here still leads neither to a cloud’s metadata service nor into FETCH_DENY_NETWORKS.',
  ),
  FETCH_DENY_NETWORKS: listSetting()
    .custom((networks: string[], helpers) => {
      const broken = networks.find((network) => !isNetwork(network));
      return broken === undefined ? networks : helpers.error('fetch.network', { broken: broken.slice(0, 80) });
    })
    .messages({
      'fetch.network':
        '{{#label}} holds "{{#broken}}", which is not an address or network; write them as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, with commas between',
    })
    .description(
      'Addresses and networks (CIDR, IPv4 and IPv6) that are never fetched from, beside all that are not public.',
    ),
} satisfies Record<keyof FetchConfig, Joi.Schema>;

function isNetwork(text: string): boolean {
  try {
    parseNetwork(text);
    return true;
  } catch {
    return false;
  }
}
