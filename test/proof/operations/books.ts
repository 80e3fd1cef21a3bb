import { persistedNow } from '../../../server/adapters/clock/persistedClock.ts';
import type { SandboxHold } from '../../../server/adapters/sandbox/hold.ts';
import { courseOf, readingsBetween } from '../../../server/stations/simulator/meter.ts';
import type { SimulatedStart } from '../../../server/stations/simulator/plug.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { createKeyValueStore } from '../../../server/store/jobs/keyValueStore.ts';
import type { MeteredStart } from '../money/cars.ts';
import { compare, type Ledgers, readOurs } from '../money/ledgers.ts';
import type { BookedHold } from '../money/paymentServer.ts';
import { type Finding, finding, listed } from './findings.ts';

type ReadProvider = (store: Store) => Promise<readonly BookedHold[]>;

const NEVER = { authorisedAt: null, settledAt: null, isDelayed: false };

const isHold = (stored: Partial<SandboxHold> | null): stored is SandboxHold => stored?.request !== undefined;

/** Reads the holds that the sandbox adapter (test payments) has stored. */
const readSandbox: ReadProvider = async ({ db }) => {
  const rows = await createKeyValueStore(db, 'sandbox').list('');
  // Rows without a hold belong to payouts, which the adapter stores too.
  const holds = rows.map(({ json }) => json as Partial<SandboxHold> | null).filter(isHold);
  return holds.map(({ ref, state, capturedMinor, captureBefore, request }) => ({
    ...NEVER,
    ref,
    paymentId: request.paymentId,
    state,
    amountMinor: request.amountMinor,
    capturedMinor,
    captures: capturedMinor > 0 ? 1 : 0,
    expiresAt: Date.parse(request.expiresAt),
    captureBefore: captureBefore === null ? null : Date.parse(captureBefore),
  }));
};

type ReadMeters = (store: Store, now: Date) => Promise<readonly MeteredStart[]>;

/** Computes the meters of the simulated stations. They depend only on the stored start and the current time. */
const readSimulator: ReadMeters = async ({ db }, now) => {
  const rows = await createKeyValueStore(db, 'simulator').list('start:');
  const starts = rows.map(({ json }) => json as SimulatedStart).filter(({ requestedAt }) => requestedAt !== undefined);
  return starts.map(start => {
    const { startsAt, endsAt, finalAt } = courseOf(start);
    const until = new Date(Math.min(now.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY));
    return {
      authorizationReference: start.authorizationReference,
      startedAt: startsAt && startsAt <= now ? startsAt.getTime() : null,
      endedAt: endsAt && endsAt <= now ? endsAt.getTime() : null,
      energyWh: readingsBetween(start, { since: null, until }).at(-1)?.energyWh ?? 0,
      isFinal: finalAt !== null && finalAt <= now,
    };
  });
};

interface Comparing {
  speed: number;
  /** Maximum wait in milliseconds until all orders are settled. */
  limitMs: number;
  readProvider?: ReadProvider;
  readMeters?: ReadMeters;
  /** Returns the app's time. Default: the last time that the app's clock has stored. */
  now?: () => Date;
}

/** Waits until all orders are settled. Then compares the records of the app, the payment provider and the stations. */
export async function compareLedgers(
  store: Store,
  { speed, limitMs, readProvider = readSandbox, readMeters = readSimulator, now }: Comparing,
): Promise<readonly Finding[]> {
  const read = async (): Promise<Ledgers> => {
    const at = now?.() ?? (await persistedNow(createKeyValueStore(store.db, 'clock')));
    const [ours, provider, stations] = await Promise.all([readOurs(store), readProvider(store), readMeters(store, at)]);
    return { ours, provider, stations };
  };
  const giveUpAt = performance.now() + limitMs;
  let ledgers = await read();
  const isOpen = () => (compare(ledgers, { speed }).get('unsettled after the sweep')?.length ?? 0) > 0;
  while (isOpen() && performance.now() < giveUpAt) {
    await new Promise(resolve => setTimeout(resolve, 250));
    ledgers = await read();
  }
  const faults = [...compare(ledgers, { speed })].filter(([, where]) => where.length > 0);
  const captured = ledgers.provider.filter(({ state }) => state === 'captured');
  const sum = captured.reduce((total, { capturedMinor }) => total + capturedMinor, 0);
  return [
    finding(
      'Ours, the provider’s and the stations’ ledgers agree, and nothing is open',
      faults.length > 0
        ? listed(faults.map(([fault, where]) => `${fault}: ${where.length}`))
        : `${ledgers.ours.orders.length} orders, ${captured.length} captures of ${(sum / 100).toFixed(2)}`,
      faults.length === 0 && captured.length > 0,
    ),
  ];
}
