import { fingerprintOf, isLocalHost, network } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is a visitor of %s', (address, expected) => {
  expect(network(address)).toBe(expected);
});

test.each([
  ['localhost', true],
  ['printer.local', true],
  ['127.0.0.1', true],
  ['10.0.0.1', true],
  ['172.31.0.1', true],
  ['192.168.178.20', true],
  ['[::1]', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['10.0.0.1.example.org', false],
  ['10.0.0.1@example.org', false],
  ['10.1', false],
  ['[fe80::1]', false],
  ['a.b.local', false],
  ['', false],
])('the host %s is local: %s', (name, expected) => {
  expect(isLocalHost(name)).toBe(expected);
});

test('a fingerprint is the same for one visitor, differs between visitors and apps, and names no address', () => {
  const ours = fingerprintOf({ secret: 'a secret of thirty-two characters' });
  expect(ours('2001:db8:1:2::1')).toBe(ours('2001:db8:1:2::2'));
  expect(ours('192.0.2.7')).not.toBe(ours('192.0.2.8'));
  expect(ours('192.0.2.7')).not.toBe(fingerprintOf({ secret: 'another secret of thirty-two char' })('192.0.2.7'));
  expect(ours('192.0.2.7')).toMatch(/^[\w-]{22}$/);
});
