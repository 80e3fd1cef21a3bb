import { fingerprintOf, isLocalHost } from './network.ts';

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
