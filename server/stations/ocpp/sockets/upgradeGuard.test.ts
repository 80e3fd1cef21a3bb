import { expect, test } from '@jest/globals';
import { networkOf } from '../../../platform/network/networkOf.ts';
import type { Registry } from '../chargePoints/registry.ts';
import { createGate } from './upgradeGuard.ts';

/** A registry without stations. */
const registry = { find: async () => null } as unknown as Registry;

test.each([
  ['2001:db8:1:2::', 'of one network', true],
  ['192.0.2.', 'of their own', false],
])('Strangers who try from many addresses %s%s are held back: %s', async (network, _, isHeldBack) => {
  const gate = createGate({ registry, isDemo: false });
  const knocks = Array.from({ length: 60 }, (_tried, n) =>
    gate({
      identity: 'NOBODY',
      credentials: { fault: 'no password', password: null },
      protocols: new Set(['ocpp1.6']),
      network: networkOf(`${network}${n + 1}`),
    }),
  );
  const answers = await Promise.all(knocks);
  const statuses = answers.map(answer => (answer.isAdmitted ? 0 : answer.status));
  expect(statuses.includes(429)).toBe(isHeldBack);
});

test('Five hundred handshakes at once are judged by twenty of a network, and by fifty of all', async () => {
  let [atWork, max] = [0, 0];
  const busy = {
    ...registry,
    async find() {
      max = Math.max(max, ++atWork);
      await new Promise(resolve => setImmediate(resolve));
      atWork--;
      return null;
    },
  } as unknown as Registry;
  const knockAt = (networkAt: (n: number) => string) => {
    max = 0;
    const gate = createGate({ registry: busy, isDemo: true });
    const knock = {
      identity: 'A',
      credentials: { fault: 'user name differs', password: null } as const,
      protocols: new Set<string>(),
    };
    return Promise.all(Array.from({ length: 500 }, (_, n) => gate({ ...knock, network: networkAt(n) })));
  };
  await knockAt(() => '192.0.2.1');
  expect(max).toBe(20);
  await knockAt(n => `192.0.2.${n % 250}`);
  expect(max).toBe(50);
});
