import type { OperatorData } from '../../server/core/records/records.ts';
import type { ConsolePrices } from '../../server/shop/import/importCatalogue.ts';
import { importCatalogue } from '../../server/shop/import/importCatalogue.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { countTariffs, listTariffUses } from '../../server/store/shop/plugsSold.ts';
import { findLastActAbout } from '../../server/store/staff/acts.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';

/** Announces, changes, withdraws and imports prices, and searches tariffs. */
export async function visitPrices(store: Store, now: Date): Promise<void> {
  const data = await readOperatorData('demo');
  const tariff = 'DE*BLF*plain';
  const startMs = Date.parse(`${isoDay(now.getTime() + 10 * DAY_MS)}T00:00Z`);
  const announced = data.tariffs.filter(({ id }) => id === tariff).map(each => ({ ...each, version: 'later', from: startMs }));
  const run = (name: string, more: Readonly<Record<string, string>> = {}) =>
    runCommand({ store, now }, { name, options: { tariff, reason: 'Fees', who: 'Ada', ...more } });
  const importNow = (all: OperatorData, consolePrices: ConsolePrices) =>
    store.inTransaction(trx => importCatalogue(trx, all, { now, consolePrices, seen: null }));

  await importNow({ ...data, tariffs: [...data.tariffs, ...announced] }, 'replace');
  const from = new Date(startMs).toLocaleString('sv', { timeZone: 'Europe/Vienna' }).slice(0, 16).replace(' ', 'T');
  await run('change-price', { from, price: '1=0.71' });
  await importNow({ ...data, tariffs: [...data.tariffs, ...announced.map(each => ({ ...each, version: 'latest' }))] }, 'retain');
  await run('prices');
  await run('withdraw-price', { from: new Date(startMs).toISOString() });
  await findLastActAbout(store.db, { kinds: ['change-price'], about: tariff });
  for (const of of [{}, { clientId: 'blaufink' }]) {
    await countTariffs(store.db, { find: 'street', ...of });
    await listTariffUses(store.db, { after: '', limit: 2, find: 'street', ...of });
  }
  await importNow(data, 'replace');
}
