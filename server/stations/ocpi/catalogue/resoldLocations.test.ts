import { expect, it } from '@jest/globals';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import type { OcpiTariff } from '../messages/tariff.ts';
import type { OcpiStore } from '../storage/store.ts';
import { namingKey } from './catalogueRows.ts';
import { NO_SWITCHES } from './locationSales.ts';
import { createResales, resellAtDates, resellNow } from './resoldLocations.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const LOCATION = { connectionId: 'town', country_code: 'DE', party_id: 'CPO', id: 'LOC1' };
const datedOf = (id: string, end: Date) => ({ id, end_date_time: end }) as OcpiTariff;

it('What tariffs that end in weeks will change is not read again for each tariff that changes now', async () => {
  const rows = rowsInMemory();
  let read = 0;
  const store = {
    ...rows,
    async list(prefix: string) {
      const found = await rows.list(prefix);
      read += found.length;
      return found;
    },
    async listKeys(...request: Parameters<typeof rows.listKeys>) {
      const found = await rows.listKeys(...request);
      read += found.length;
      return found;
    },
  } as unknown as OcpiStore;
  let now = NOW;
  const sold: number[] = [];
  const resales = createResales({
    store,
    catalogue: () => ({}) as never,
    now: () => now,
    representationIn: async () => () => true,
    switchesOf: async () => NO_SWITCHES,
    selling: {
      put: async ({ changes }) => {
        sold.push(changes.length);
        return [];
      },
    },
  });
  await rows.put(namingKey(LOCATION, 'T0'), true);
  for (let n = 0; n < 3000; n++) {
    const end = new Date(Date.parse('2026-12-20T10:00:00Z') + n * 1000);
    await resellAtDates(rows, 'town', datedOf(`T${n}`, end), NOW);
  }
  await resellNow(rows, { connectionId: 'town', tariffId: 'T0', now: NOW });
  await resales.due('town');
  expect(read).toBeLessThan(1000);
  expect(await rows.listKeys('resell:town:')).toHaveLength(3000);
  // Each of the 3000 tariffs ends one second after the one before. By 10:20:00, 1201 of them have ended.
  now = new Date('2026-12-20T10:20:00Z');
  await resales.due('town');
  expect(await rows.listKeys('resell:town:')).toHaveLength(3000 - 1201);
});
