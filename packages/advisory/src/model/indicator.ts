import type { Span } from './document.js';

export type IndicatorType =
  | 'ipv4'
  | 'ipv6'
  | 'cidr'
  | 'domain'
  | 'url'
  | 'email'
  | 'md5'
  | 'sha1'
  | 'sha256'
  | 'sha512'
  | 'file-name'
  | 'file-path'
  | 'registry-key'
  | 'mutex'
  | 'user-agent'
  | 'cve'
  | 'pipe'
  | 'arn'
  | 'access-key-id'
  | 'asn'
  | 'bitcoin-address'
  | 'ja3'
  | 'imphash';

/** One indicator: `value` is refanged and normalised, `original` as first written, `spans` are all its places. */
export interface Indicator {
  readonly type: IndicatorType;
  readonly value: string;
  readonly original: string;
  readonly spans: readonly Span[];
  /** The words around its first place, at most 160 characters. */
  readonly context: string;
}
