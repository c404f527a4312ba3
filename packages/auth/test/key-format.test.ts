import { livePrefix, mintKey, readKeyPrefix } from '@tripline/auth';
import fc from 'fast-check';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('API keys', () => {
  test('have the form <vendor>_live_ + 8 + 32 + 6, and a prefix of their first 8', () => {
    for (let i = 0; i < 200; i += 1) {
      const { key, prefix, hash } = mintKey('acme');
      expect(key).toMatch(/^acme_live_[0-9A-Za-z]{46}$/);
      expect(prefix).toBe(key.slice(0, livePrefix('acme').length + 8));
      expect(readKeyPrefix('acme', key)).toBe(prefix);
      expect(hash).toHaveLength(32);
    }
  });

  test('carry the CRC-32 of what stands before it, in base62 (a key made by another program is recognised)', () => {
    // Python: zlib.crc32(b"tripline_live_" + b"0" * 40) in the same alphabet.
    expect(readKeyPrefix('tripline', `tripline_live_${'0'.repeat(40)}1dWCxi`)).toBe('tripline_live_00000000');
  });

  test('are refused after any change of one character, which CRC-32 always notices', () => {
    const { key } = mintKey('tripline');
    const start = livePrefix('tripline').length;
    fc.assert(
      fc.property(fc.integer({ min: start, max: key.length - 1 }), fc.constantFrom(...ALPHABET), (at, letter) => {
        fc.pre(key[at] !== letter);
        expect(readKeyPrefix('tripline', key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  test('are refused when two neighbours are swapped, cut, grown, or of another vendor', () => {
    const { key } = mintKey('tripline');
    for (let at = livePrefix('tripline').length; at < key.length - 1; at += 1) {
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      if (swapped !== key) expect(readKeyPrefix('tripline', swapped)).toBeUndefined();
    }
    expect(readKeyPrefix('tripline', key.slice(0, -1))).toBeUndefined();
    expect(readKeyPrefix('tripline', `${key} `)).toBeUndefined();
    expect(readKeyPrefix('tripline', `${key}\n`)).toBeUndefined();
    expect(readKeyPrefix('other', key)).toBeUndefined();
  });

  test('of any text are parsed without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readKeyPrefix('tripline', text)).toBeUndefined();
        expect(readKeyPrefix('tripline', `tripline_live_${text}`)).toBeUndefined();
      }),
    );
  });
});
