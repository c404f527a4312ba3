import { hash } from 'node:crypto';

/** The namespace of all our rule ids, itself a random UUID chosen once. */
const NAMESPACE = Buffer.from('5d0c3f3a7b2e4c6f9a1d8e4b6c2f7a90', 'hex');

/** A UUIDv5 (RFC 9562) of the parts, which are told apart even where they contain each other's text. */
export function ruleId(...parts: readonly string[]): string {
  const name = parts.map((part) => `${part.length}:${part}`).join('');
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
