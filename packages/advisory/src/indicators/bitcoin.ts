import { createHash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
// BIP 173 and BIP 350: the constant that a valid checksum gives, for witness version 0 and for later ones.
const BECH32_CONSTANT = 1;
const BECH32M_CONSTANT = 0x2bc830a3;
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** Whether a string is a Bitcoin address: its checksum (base58check, bech32 or bech32m) holds. */
export function isBitcoinAddress(address: string): boolean {
  return address.startsWith('bc1') ? bech32Holds(address) : base58Holds(address);
}

function base58Holds(address: string): boolean {
  let value = 0n;
  for (const character of address) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(50, '0');
  if (hex.length !== 50) return false;
  const bytes = Buffer.from(hex, 'hex');
  const version = bytes[0];
  if (version !== 0 && version !== 5) return false;
  const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

function bech32Holds(address: string): boolean {
  const data = [...address.slice(3)].map((character) => BECH32.indexOf(character));
  if (data.length < 8 || data.includes(-1)) return false;
  // The human-readable part "bc", expanded as BIP 173 says.
  let checksum = 1;
  for (const value of [3, 3, 0, 2, 3, ...data]) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) if (((top >>> bit) & 1) === 1) checksum ^= generator;
  }
  return checksum === (data[0] === 0 ? BECH32_CONSTANT : BECH32M_CONSTANT);
}
