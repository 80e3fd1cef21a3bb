import path from 'node:path';
import { createClock } from './adapters/clock/clock.ts';
import { createSimulator } from './adapters/simulator/simulator.ts';
import { createMail } from './adapters/smtp/smtp.ts';
import type { BackendParts, ComposedBackend } from './compose.ts';
import { readDemo, simulatedPlugs } from './composeDemo.ts';
import { openPayments } from './composePayments.ts';
import type { Config } from './config.ts';
import { readOperatorData } from './operator/import/readOperatorData.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import type { Clock } from './operator/ports.ts';
import { createHolidays } from './operator/pricing/holidays.ts';
import { createShelf } from './operator/store/shelf.ts';
import { openSqlite } from './operator/store/sqlite.ts';
import { createStore, type Store } from './operator/store/store.ts';

/** Our own operator, with its store, payments, stations and mail. */
export async function composeOperator({ config, log, words, surroundings }: BackendParts): Promise<ComposedBackend> {
  const data = await readOperatorData(config.operatorData);
  for (const remark of data.remarks) log.warn('remark', { ...remark });

  const store = createStore(openSqlite(config.dataDir === ':memory:' ? ':memory:' : path.join(config.dataDir, 'house.sqlite')));
  await store.migrate();
  const clock = surroundings.clock ?? (await startClock(config, store));
  const { payments, ...heard } = await openPayments(config.payments, {
    ...{ store, clock, words, place: surroundings.stripe, look: ref => operator.look(ref) },
  });
  const demo = await readDemo(config.operatorData);
  const simulator = createSimulator({
    ...{ shelf: createShelf(store.db, 'simulator'), clock, plugs: simulatedPlugs(data, demo) },
    listener: () => operator,
  });
  const operator: Operator = createOperator({
    ...{ store, clock, words, secret: config.secret, origin: config.publicOrigin ?? '', holidays: createHolidays() },
    mail: createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: path.join(config.dataDir, 'mail') }),
    linkOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
    ...{ stations: simulator.stations, payments, note: log.event, ...(config.isDemo ? { demo } : {}) },
  });
  await operator.importData(data);
  return {
    ...{ backend: operator, clock, isReceiptsOnly: false, formOrigins: payments.redirectOrigins, ...heard },
    checks: [
      { name: 'store', check: async () => ({ ...(await store.check().then(() => ({}))) }) },
      { name: 'payments', check: async () => ({ provider: payments.name }) },
      { name: 'stations', check: async () => ({ source: 'simulator' }) },
    ],
    counts: () => operator.counts(),
    facts: {
      ...{ backend: 'embedded', demo: config.isDemo, payments: payments.name },
      ...{ points: data.points.length, clients: data.clients.length },
    },
    run: signal => Promise.allSettled([operator.run(signal), simulator.run(signal)]),
    close: () => store.close(),
  };
}

/** A faster clock goes on from where it was, or a restart would take the demo shop back in time. */
async function startClock({ simulatorSpeed: speed }: Config, store: Store): Promise<Clock> {
  const realMs = Date.now();
  const shelf = createShelf(store.db, 'clock');
  const kept = (await shelf.get('anchor')) as { realMs: number; shownMs: number; speed: number } | null;
  const shownMs = kept ? Math.max(realMs, kept.shownMs + (realMs - kept.realMs) * kept.speed) : realMs;
  await shelf.put('anchor', { realMs, shownMs, speed });
  return createClock({ speed, anchor: { realMs, shownMs } });
}
