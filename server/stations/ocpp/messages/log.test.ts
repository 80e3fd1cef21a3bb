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
