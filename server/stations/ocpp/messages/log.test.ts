import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import { createMessageLog } from './log.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const usedMb = () => {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
};

it('The last messages of a station take the room of their lines, however long the messages were', async () => {
  const log = createMessageLog({ store: rowsInMemory() as OcppStore, now: () => new Date('2026-11-20T10:00:00Z') });
  const sampled = (n: number) => ({ measurand: 'Energy.Active.Import.Register', value: String(n), context: 'Sample.Periodic' });
  const before = usedMb();
  for (let station = 0; station < 30; station++)
    for (let n = 0; n < 100; n++) {
      const meterValue = [
        { timestamp: '2026-11-20T10:00:00Z', sampledValue: Array.from({ length: 300 }, (_, at) => sampled(n + at)) },
      ];
      log.add(`CP${station}`, JSON.stringify([2, `m${n}`, 'MeterValues', { connectorId: 1, meterValue }]), false);
    }
  // The log contains 3,000 lines of 600 characters here.
  expect(usedMb() - before).toBeLessThan(10);
  await log.writeDown('CP0');
  expect(await log.list('CP0')).toHaveLength(100);
});

it.each([
  ['ChangeConfiguration', { key: 'AuthorizationKey', value: '4711' }],
  ['GetConfiguration', { configurationKey: [{ key: 'SimPinCode', readonly: false, value: '4711' }] }],
  ['SetVariables', { setVariableData: [{ component: { name: 'Modem' }, variable: { name: 'SimPin' }, attributeValue: '4711' }] }],
  [
    'NotifyReport',
    { reportData: [{ component: { name: 'Modem' }, variable: { name: 'PIN' }, variableAttribute: [{ value: '4711' }] }] },
  ],
])('The log of %s has no value of a secret, also if the value is a number', async (action, message) => {
  const log = createMessageLog({ store: rowsInMemory() as OcppStore, now: () => new Date('2026-11-20T10:00:00Z') });
  log.add('CP1', JSON.stringify([2, 'm1', action, message]), true);
  log.add('CP1', JSON.stringify([2, 'm2', action, { key: 'HeartbeatInterval', value: '4712' }]), true);
  await log.writeDown('CP1');
  const lines = await log.list('CP1');
  expect([lines.join().includes('4711'), lines.join().includes('4712')]).toEqual([false, true]);
});
