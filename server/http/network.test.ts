import { fingerprintOf, network } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['', ''],
])('%s is a visitor of %s', (address, expected) => {
  expect(network(address)).toBe(expected);
});

test('a fingerprint is the same for one visitor, differs between visitors and apps, and names no address', () => {
  const ours = fingerprintOf({ secret: 'a secret of thirty-two characters' });
  expect(ours('2001:db8:1:2::1')).toBe(ours('2001:db8:1:2::2'));
  expect(ours('192.0.2.7')).not.toBe(ours('192.0.2.8'));
  expect(ours('192.0.2.7')).not.toBe(fingerprintOf({ secret: 'another secret of thirty-two char' })('192.0.2.7'));
  expect(ours('192.0.2.7')).toMatch(/^[\w-]{22}$/);
});
