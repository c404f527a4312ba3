import { isHex } from '../../characters.js';

/** The algorithms of Sysmon's `Hashes` (`MD5=…,SHA256=…,IMPHASH=…`), in the order in which maps give the field of each. */
export const ALGORITHMS = ['md5', 'sha1', 'sha256', 'imphash'] as const;
/** One of them. */
export type Algorithm = (typeof ALGORITHMS)[number];

/** A digest as rules write it. */
interface WrittenDigest {
  /** Undefined where the digits stand alone. */
  readonly algorithm: Algorithm | undefined;
  /** All hexadecimal digits or the first of them, none perhaps; in the letter case of the rule. */
  readonly digits: string;
}

/** Reads a digest with its algorithm before it (`SHA256=0e5a…`, in any letter case) or alone; undefined for any other text. */
export function readDigest(text: string): WrittenDigest | undefined {
  const equals = text.indexOf('=');
  const digits = text.slice(equals + 1);
  const label = text.slice(0, Math.max(equals, 0)).toLowerCase();
  const algorithm = ALGORITHMS.find((each) => each === label);
  const isDigest = (equals < 0 || algorithm !== undefined) && (digits === '' || isHex(digits));
  return isDigest ? { algorithm, digits } : undefined;
}
