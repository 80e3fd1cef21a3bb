import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FAILURE, NOT_FOUND, PAGES } from '../client/pages.ts';
import { createClock } from './adapters/clock/clock.ts';
import { createSandbox, SANDBOX_PATH } from './adapters/sandbox/sandbox.ts';
import { createSimulator, type SimulatedPlug } from './adapters/simulator/simulator.ts';
import { createMail } from './adapters/smtp/smtp.ts';
import { createStripe, STRIPE_PATH, type StripePlace } from './adapters/stripe/stripe.ts';
import { type AppParts, createApp } from './app.ts';
import type { Config, PaymentsConfig } from './config.ts';
import { createEvents } from './http/events.ts';
import { createLog } from './http/log.ts';
import { readTexts } from './http/words.ts';
import type { DemoShop } from './operator/demo.ts';
import { readOperatorData } from './operator/import/readOperatorData.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import type { Clock, Payments, Words } from './operator/ports.ts';
import { createHolidays } from './operator/pricing/holidays.ts';
import type { OperatorData } from './operator/records.ts';
import { createShelf } from './operator/store/shelf.ts';
import { openSqlite } from './operator/store/sqlite.ts';
import { createStore, type Store } from './operator/store/store.ts';
import { readAssets } from './render/assets.ts';
import type { House } from './serve.ts';

export interface ComposedHouse extends House {
  backend: Operator;
  clock: Clock;
}

/** Where the build is, and where the files beside it are, whether bundled or run from source in a test. */
export interface Surroundings {
  outDir: string;
  localesDir: string;
  /** Where the log goes instead of the standard output. */
  logTo?: { write(line: string): void };
  /** Instead of the house's own, in tests. */
  clock?: Clock;
  /** Instead of Stripe's own, in tests. */
  stripe?: StripePlace;
}

/** The only file that knows every part of the house. */
export async function compose(config: Config, surroundings: Surroundings): Promise<ComposedHouse> {
  const { outDir, localesDir, logTo } = surroundings;
  const log = createLog({ level: config.logLevel, destination: logTo });
  const data = await readOperatorData(config.operatorData);
  for (const remark of data.remarks) log.warn('remark', { ...remark });
  const assets = readAssets(outDir);
  const texts = readTexts(localesDir);
  const words: Words = (locale, key, values = {}) => texts.t(key, { ...values, lng: locale });

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

  await Promise.all([...PAGES, NOT_FOUND, FAILURE].map(page => page.preload()));
  const health = { startedAt: new Date(), isReady: true };
  const events = createEvents(operator);
  const app = createApp({
    events,
    ...{ backend: operator, texts, assets, outDir, log, secret: config.secret, publicOrigin: config.publicOrigin },
    ...{ trustProxy: config.trustProxy, isDemo: config.isDemo, formOrigins: payments.redirectOrigins },
    health: healthParts({ config, store, operator, build: assets.build, health }),
    ...heard,
  });

  const over = new AbortController();
  const works = [operator.run(over.signal), simulator.run(over.signal)];
  log.event('composed', {
    demo: config.isDemo,
    payments: payments.name,
    points: data.points.length,
    clients: data.clients.length,
  });
  return {
    app,
    backend: operator,
    clock,
    log,
    drain: () => {
      health.isReady = false;
      events.close();
    },
    async close() {
      over.abort();
      await Promise.allSettled(works);
      await store.close();
    },
  };
}

interface PaymentsParts {
  store: Store;
  clock: Clock;
  words: Words;
  look: Operator['look'];
  place: StripePlace | undefined;
}

/** The chosen provider, with its own pages (`routers`) and its ear (`ears`). What is not chosen cannot be reached. */
async function openPayments(
  config: PaymentsConfig,
  parts: PaymentsParts,
): Promise<{ payments: Payments } & Pick<AppParts, 'routers' | 'ears'>> {
  if (config.name === 'stripe') {
    const { payments, router } = await createStripe({ ...parts, ...config });
    return { payments, routers: [], ears: [{ path: STRIPE_PATH, router }] };
  }
  const { payments, router } = createSandbox({ ...parts, shelf: createShelf(parts.store.db, 'sandbox') });
  return { payments, routers: [{ path: SANDBOX_PATH, router }], ears: [] };
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

interface DemoPlugs extends DemoShop {
  scripts: Readonly<Record<string, { script: SimulatedPlug['script']; plugs?: Readonly<Record<string, SimulatedPlug['idle']>> }>>;
}

async function readDemo(folder: string): Promise<DemoPlugs> {
  const text = await readFile(path.join(folder, 'stations.json'), 'utf8').catch(() => '{}');
  return { scripts: JSON.parse(text) as DemoPlugs['scripts'] };
}

const IDLE: Readonly<Partial<Record<SimulatedPlug['script'], SimulatedPlug['idle']>>> = {
  connected: 'preparing',
  occupied: 'occupied',
  'out-of-order': 'unavailable',
};

function simulatedPlugs({ points }: OperatorData, { scripts }: DemoPlugs): SimulatedPlug[] {
  return points.flatMap(({ evseId, timeZone, state, connectors }) => {
    const { script = 'plugs-in', plugs = {} } = scripts[evseId] ?? {};
    return connectors.map(({ id, powerW, isDc }) => ({
      ...{ evseId, connector: id, powerW, isDc, timeZone, script },
      idle: plugs[id] ?? IDLE[script] ?? state,
    }));
  });
}

interface HealthAsk {
  config: Config;
  store: Store;
  operator: Operator;
  build: string;
  health: { startedAt: Date; isReady: boolean };
}

function healthParts({ config, store, operator, build, health }: HealthAsk): AppParts['health'] {
  return {
    ...{ build, startedAt: health.startedAt, statusToken: config.statusToken, isReady: () => health.isReady },
    checks: [
      { name: 'store', check: async () => ({ ...(await store.check().then(() => ({}))) }) },
      { name: 'payments', check: async () => ({ provider: config.payments.name }) },
      { name: 'stations', check: async () => ({ source: 'simulator' }) },
    ],
    counts: () => operator.counts(),
  };
}
