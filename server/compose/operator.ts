import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startPersistedClock } from '../adapters/clock/persistedClock.ts';
import { createOpenId } from '../adapters/openId/openId.ts';
import { createMail } from '../adapters/smtp/smtp.ts';
import { createVatRegister } from '../adapters/vatRegister/vatRegister.ts';
import { createVies } from '../adapters/vatRegister/vies.ts';
import { createWebhookSender } from '../adapters/webhookSender/webhookSender.ts';
import { createWebPush } from '../adapters/webPush/webPush.ts';
import { type Config, type ConsoleConfig, originOf } from '../config/config.ts';
import type { Counts } from '../core/ports/backend.ts';
import type { OperatorConsole } from '../core/ports/consolePort.ts';
import type { Clock } from '../core/ports/ports.ts';
import { createHolidays } from '../core/pricing/holidays.ts';
import { createOperator, type Operator } from '../operator/operator.ts';
import { RUNBOOK } from '../runtime/alerts.ts';
import type { OperatorDependencies } from '../runtime/context.ts';
import type { StationAdmin } from '../runtime/stationAdmin.ts';
import { timedPayments, timedStations } from '../runtime/timeLimits.ts';
import { saveNeedsSecond } from '../shop/catalogue/tariffState.ts';
import { saveRefundLimits } from '../shop/payments/refundLimits.ts';
import type { OcpiDependencies } from '../stations/ocpi/ocpi.ts';
import type { Store } from '../store/engine/database.ts';
import { lockDatabase } from '../store/engine/databaseLock.ts';
import { DatabaseTooOld } from '../store/engine/migrate.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { databaseFile, moveDatabaseAside, openStore } from '../store/openStore.ts';
import { auditFileOf } from './audit.ts';
import { operatorChecks } from './checks.ts';
import { limitedParts } from './commands.ts';
import type { BackendDependencies, ComposedBackend } from './composed.ts';
import { type DemoPlugs, plugsOf, readDemo } from './demo.ts';
import { importFolder, importIfChanged } from './importFolder.ts';
import { createReload, logImport, sellableInWords } from './importReport.ts';
import { openPages } from './pages.ts';
import { openPayments } from './payments.ts';
import { ocpiOf, ocppOf } from './sources.ts';
import { createStationAdmin } from './stationAdmin.ts';
import { type ComposedStations, openStations, type StationSource } from './stations.ts';

/** Composes the embedded operator with its database, payment provider, station sources and mail server. */
export async function composeOperator(dependencies: BackendDependencies): Promise<ComposedBackend> {
  const { config, log, translator, runtimeOptions, code } = dependencies;
  const [demo, processId] = [await readDemo(config.operatorData), randomUUID()];
  const lock = config.databaseUrl === null ? lockDatabase(databaseFile(config.dataDir)) : null;
  const store = await openOwnStore(config, log);
  const clock = runtimeOptions.clock ?? (await openClock(store, config));
  const own = operatorChecks(config, { store, clock, readDisk: runtimeOptions.readDisk });
  const { payments, ...received } = await openPayments(config.payments, {
    store,
    clock,
    translator,
    place: runtimeOptions.stripe,
    ...own.noticesBy(ref => operator.onProviderNotice(ref)),
  });
  const pages = openPages(config, runtimeOptions);
  const stationSources = await openSources(config, {
    store,
    clock,
    processId,
    note: log.event,
    demo,
    others: runtimeOptions.stations ?? [],
    operator: () => operator,
  });
  const outside = outsideOf(config, { clock, runtimeOptions, log });
  const stations = timedStations(stationSources.stations);
  const terms = { clock, holidays: createHolidays(), payments, stations };
  const parts = {
    store,
    clock,
    translator,
    ...pages.parts,
    secret: config.secret,
    origin: config.publicOrigin ?? '',
    holidays: terms.holidays,
    ...outside,
    linkOrigin: originOf(config),
    stations,
    stationAdmin: stationSources.stationAdmin,
    payments: timedPayments(payments),
    processId,
    books: config.books,
    logEvent: own.watched(log.event),
    warn: log.warn,
  };
  const operator: Operator = createOperator({ ...parts, ...(config.isDemo ? { demo } : {}) });
  const work = await workOf(config, { operator, parts, demo });
  const close = () => pages.close().then(store.close).then(lock?.release);
  const audit = auditFileOf(config, { store, clock, log });
  const folder = { place: config.operatorData, store, terms, rules: rulesOf(config, code), importData: operator.importData };
  const report = await importIfChanged(folder).catch(error => close().then(() => Promise.reject(error)));
  logImport(log, report);
  const limited = limitedParts(config, { store, clock, log, stationAdmin: stationSources.stationAdmin });
  return {
    backend: operator,
    clock,
    console: config.console && consoleOf(config, config.console, { console: operator.console, log }),
    isReceiptsOnly: false,
    formOrigins: payments.redirectOrigins,
    ...received,
    webhooks: [...received.webhooks, ...stationSources.webhooks, ...limited.commands],
    upgrade: stationSources.upgrade,
    cardHost: payments.host,
    pushKey: outside.push?.publicKey ?? null,
    createLimiter: limited.createLimiter,
    checks: own.checks({ payments, sources: [...stationSources.checks, ...pages.checks] }),
    advice: RUNBOOK,
    counts: () => countsOf(operator, stationSources),
    outages: operator.outages,
    facts: { backend: 'embedded', demo: config.isDemo, payments: payments.name },
    greeting: [sellableInWords(report)],
    reload: createReload({ log, importFolder: () => importFolder(folder) }),
    run: signal => Promise.all([work(signal), stationSources.run(signal), audit.run(signal)]),
    close,
  };
}

/** Returns the background work of the operator. A new demo first gets sessions of the past. */
async function workOf(
  config: Config,
  { operator, parts, demo }: { operator: Operator; parts: OperatorDependencies; demo: DemoPlugs },
): Promise<Operator['run']> {
  const isSimulated = config.stations.includes('simulator') && config.payments.name === 'sandbox';
  if (!config.hasDemoHistory || !isSimulated) return operator.run;
  const { createDemoHistory } = await import('./demoHistory.ts');
  const addHistory = createDemoHistory({ ...parts, demo, findPlug: plugsOf(parts.store, demo).findPlug });
  return signal => addHistory(signal).then(() => operator.run(signal));
}

/** Opens the clock of a demo, which continues from the simulated time at which the previous process ended. */
const openClock = ({ db }: Store, { simulatorSpeed }: Config) =>
  startPersistedClock(createKeyValueStore(db, 'clock'), simulatorSpeed);

/**
 * Opens the database and migrates the tables. Also stores the refund limits, so that they are the same in all processes. If the
 * database of a demo is too old to migrate, its file is renamed and a new database is created.
 */
async function openOwnStore(config: Config, log: BackendDependencies['log']): Promise<Store> {
  const store = openStore(config);
  try {
    await store.migrate();
  } catch (error) {
    const isThrowaway = config.isDemo && config.databaseUrl === null && config.payments.name === 'sandbox';
    if (!(error instanceof DatabaseTooOld && isThrowaway)) throw error;
    await store.close();
    log.event('demo database of an earlier version moved aside', { file: moveDatabaseAside(config.dataDir) });
    return openOwnStore(config, log);
  }
  await saveRefundLimits(store.db, config.maxRefund);
  await saveNeedsSecond(store.db, config.confirmsPrices);
  return store;
}

/** Creates the adapters of all external services except the stations and the payment provider. */
function outsideOf(
  { checksVatIds, smtpUrl, mailFrom, dataDir, push }: Config,
  { clock, runtimeOptions, log }: Pick<BackendDependencies, 'runtimeOptions' | 'log'> & { clock: Clock },
) {
  return {
    vatRegister: checksVatIds ? createVies({ clock, origin: runtimeOptions.vies, warn: log.warn }) : createVatRegister(),
    mail: createMail({ smtpUrl, from: mailFrom, folder: path.join(dataDir, 'mail') }),
    push: push && createWebPush({ ...push, place: runtimeOptions.push }),
    webhooks: createWebhookSender({ place: runtimeOptions.webhooks }),
  };
}

/** Returns the dependencies of the staff console, including the OpenID Connect provider at which staff sign in. */
const consoleOf = (
  { publicOrigin, books }: Config,
  { provider, ...place }: ConsoleConfig,
  { console, log }: { console: OperatorConsole } & Pick<BackendDependencies, 'log'>,
) => ({
  ...place,
  timeZone: books.timeZone,
  drivers: place.hasOwnHost && publicOrigin !== null ? new URL(publicOrigin).origin : '',
  console,
  provider: provider && createOpenId(provider, log),
});

async function countsOf(operator: Operator, sources: ComposedStations): Promise<Counts> {
  const [connections, chargePoints] = await Promise.all([sources.connections(), sources.chargePoints()]);
  return {
    ...(await operator.counts()),
    ...(connections ? { connections } : {}),
    ...(chargePoints ? { chargePoints } : {}),
  };
}

interface SourcesOptions {
  store: Store;
  clock: Clock;
  processId: string;
  note: OcpiDependencies['note'];
  demo: DemoPlugs;
  others: readonly StationSource[];
  operator(): Operator;
}

/** Opens the configured station sources. They report to the app's `Operator`, which is created later. */
async function openSources(
  config: Config,
  { store, clock, processId, note, demo, others, operator }: SourcesOptions,
): Promise<ComposedStations & { stationAdmin: StationAdmin }> {
  const stationStore = { ...store, ...store.stations };
  const sources = await openStations({
    names: config.stations,
    simulator: {
      keyValueStore: createKeyValueStore(stationStore.db, 'simulator'),
      clock,
      ...plugsOf(stationStore, demo),
      listener: operator,
      note,
    },
    ocpi: ocpiOf(config, { store: stationStore, clock, note, catalogue: () => operator().catalogue, listener: operator }),
    others,
    ocpp: ocppOf(config, { store: stationStore, clock, note, processId, listener: operator }),
  });
  return { ...sources, stationAdmin: createStationAdmin(config, { store, clock, ocpi: sources.ocpi }) };
}

/**
 * Returns an identifier of everything that influences an import except the files: the code, the Node.js version with its Unicode
 * data, and the relevant settings. Null: the code is unknown.
 */
const rulesOf = ({ payments, stations }: Config, code: string | null): string | null =>
  code && JSON.stringify([code, process.versions.node, process.versions.icu, payments.name, stations]);
