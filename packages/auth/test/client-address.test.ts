import { addressSubject } from '@tripline/auth';
import fc from 'fast-check';

describe('limits per client address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    [undefined, 'unknown'],
  ])('count %s as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });

  test('count all addresses of a subscriber as one, and of two as two', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, otherHost) => {
        fc.pre(network !== other && !network.startsWith('0:0:0:0') && !other.startsWith('0:0:0:0'));
        expect(addressSubject(`${network}:${host}`)).toBe(addressSubject(`${network}:${otherHost}`));
        expect(addressSubject(`${network}:${host}`)).not.toBe(addressSubject(`${other}:${host}`));
      }),
    );
  });
});
