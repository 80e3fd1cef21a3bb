import { createHmac } from 'node:crypto';
import type { Store } from '../../../server/store/engine/database.ts';
import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { openSqlite } from '../../../server/store/engine/sqlite.ts';
import { createStore } from '../../../server/store/store.ts';
import type { ChargingPoint } from '../../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { BrokenRule } from './brokenRules.ts';
import type { MeteredStart } from './cars.ts';
import { type Chance, createChance } from './chance.ts';
import { type DatabaseFault, openTroubledDatabase, type TroubledDatabase } from './databaseFaults.ts';
import { HARSH, openFaultProxy, USUAL } from './faultProxy.ts';
import { KILL_POINTS } from './killPoints.ts';
import { compare, type Fault, lapsing, listStationRows, readOurs, storyOf } from './ledgers.ts';
import type { BookedHold } from './paymentServer.ts';
import { type AppProcess, openAppProcess, openPeer, openWorkshop } from './processes.ts';
import { openStations, type ReachedStations, type StationKind } from './reachedStations.ts';
import { pointId } from './shop.ts';
import { type ProofTime, passes, proofClock } from './time.ts';
import { type Street, visit } from './visitors.ts';
import { post } from './wire.ts';

export interface ProofOptions {
  engine: 'sqlite' | 'postgres';
  seed: string;
  orders: number;
  kills: number;
  /** How many times each database fault is injected. */
  troubles: number;
  speed: number;
  /** Number of concurrent visitors. */
  crowd: number;
  broken: BrokenRule;
  stations: StationKind;
  /** Opens the database. Default: the usual database of the engine. */
  openDatabase?: typeof openTroubledDatabase;
  /** Receives a progress line from time to time. */
  print(progress: string): void;
}

export interface Proven {
  visits: number;
  orders: number;
  captured: number;
  capturedMinor: number;
  /** Number of holds that were authorised after their payment page had been closed. */
  delayed: number;
  /** Number of sessions that the app stopped because their hold was about to expire. */
  lapsing: number;
  /** The greatest delay of a stop request before a hold expires, in minutes on the proof's clock. */
  latestMin: number;
  /** The greatest delay of a scheduled check of a payment or session, in minutes on the proof's clock. */
  behindMin: number;
  kills: number;
  /** Number of sessions running at the time of a kill, as text: minimum and median. */
  charging: string;
  /** At how many of the named points a process was killed, as text: 'x of y'. */
  points: string;
  /** The named points at which no process was killed. */
  missed: readonly string[];
  calls: number;
  /** Number of injected faults by kind: in calls, in connections, in processes and in the database. */
  injected: Readonly<Record<string, number>>;
  forged: number;
  found: ReadonlyMap<Fault, readonly string[]>;
  /** Ids of orders that were confirmed to visitors but are missing in the database. */
  lost: readonly string[];
  /** All records of the first orders with faults, as text. */
  stories: readonly string[];
  /** Log lines that report a fault of the app. */
  complaints: readonly string[];
  seconds: number;
}

const SECRET = 'a secret of thirty-two characters';
const NOTICE_SECRET = 'what notices are signed with';
/**
 * Maximum wait for the last orders, on the proof's clock. A payment page stays open for 35 minutes, a hold made after that is
 * found within an hour, and a slow vehicle charges for 100 minutes.
 */
const PATIENCE_MS = 210 * MINUTE_MS;
const STRIDE = 5;
/**
 * Upper limit of visits per order. While stations are unavailable, nearly every visitor is refused, but at least one in thirty
 * gets an order.
 */
const MAX_VISITS_PER_ORDER = 30;
/** Maximum wait until a process reaches the named point. After this time it is killed anyway. */
const NAMED_LIMIT_MS: Readonly<Record<StationKind, number>> = { own: 5000, ocpi: 5000, ocpp: 20_000 };

/**
 * Runs the proof once: real processes of the app, fake servers, faults between them, visitors and kills. Finally compares the
 * records of the app, the payment provider and the stations.
 */
export async function prove(options: ProofOptions): Promise<Proven> {
  const beganAt = performance.now();
  const chance = createChance(options.seed);
  const time: ProofTime = { speed: options.speed, realMs: Date.now(), shownMs: Date.parse('2026-11-20T10:00:00Z') };
  const workshop = await openWorkshop();
  const closing: (() => unknown)[] = [workshop.close];
  try {
    const houses: AppProcess[] = [];
    const troubled = await (options.openDatabase ?? openTroubledDatabase)(options.engine, {
      folder: workshop.folder,
      pids: () => houses.map(({ pid }) => pid()),
    });
    closing.push(troubled.close);
    const { database } = troubled;
    const pickOrigin = () => houses[Math.floor(Math.random() * houses.length)]?.origin ?? '';
    const proxied = async (name: string, target: () => string) => {
      const proxy = await openFaultProxy({
        target,
        chance: chance.for(name),
        rates: options.broken ? HARSH : USUAL,
        delayMs: (5 * MINUTE_MS) / options.speed,
      });
      closing.push(proxy.close);
      return proxy;
    };
    const back = await proxied('back', pickOrigin);
    const peers = { time, seed: options.seed };
    const payments = await openPeer(workshop.folder, 'paymentServer', {
      ...peers,
      noticesTo: `${back.origin}/notices`,
      noticeSecret: NOTICE_SECRET,
    });
    closing.push(payments.close);
    const points = Math.min(1500, Math.max(60, options.crowd * 8));
    const { stations, ...reached } = await openStations(options, {
      folder: workshop.folder,
      peers,
      points,
      back,
      someApp: pickOrigin,
    });
    closing.push(reached.close);
    const toPayments = await proxied('payments', () => payments.origin);
    const toStations = await proxied('stations', () => stations.origin);
    const facts = {
      time,
      database,
      payments: toPayments.origin,
      stations: toStations.origin,
      ocpiBase: reached.ocpiBase,
      ocpp: reached.ocpp,
      secret: SECRET,
      noticeSecret: NOTICE_SECRET,
      broken: options.broken,
      points,
    };
    for (let n = 0; n < (options.engine === 'postgres' ? 2 : 1); n++) {
      const app = await openAppProcess(workshop.folder, { ...facts, isFirst: n === 0 });
      houses.push(app);
      closing.push(app.close);
    }
    const street: Street = {
      origin: pickOrigin,
      payments: payments.origin,
      secret: SECRET,
      time,
      points: facts.points,
      plug: await plugOf(pickOrigin()),
      orders: new Set(),
    };
    const store = createStore(database.startsWith('postgres:') ? openPostgres(database) : openSqlite(database));
    closing.push(() => store.close());
    await troubled.prepare();
    await reached.areThere();

    const walking = walk(street, { chance, options });
    const lagging = lag(store, { time, walking, print: options.print });
    const killing = kill(houses, { store, street, chance: chance.for('kills'), options, walking });
    const troubling = trouble(troubled, { street, chance: chance.for('database'), options, walking });
    const cutting = cutNowAndThen(reached, walking);
    const forging = forge(street, { time, chance: chance.for('forgery'), walking });
    const visits = await walking;
    const [killed, troubles, forged, behindMin] = await Promise.all([killing, troubling, forging, lagging, cutting]);
    options.print('all visitors are gone; waiting for the last holds');
    const read = async () => ({
      ours: await readOurs(store),
      provider: (await post(`${payments.origin}/book`, {})) as BookedHold[],
      stations: (await post(`${stations.origin}/book`, {})) as MeteredStart[],
    });
    const pace = { speed: options.speed, awayMs: options.troubles > 0 ? MAX_TROUBLE_MS : 0 };
    let ledgers = await read();
    // The wait is shorter if a rule is switched off, because some orders then never settle.
    const patienceMs = (options.broken ? 45 * MINUTE_MS : PATIENCE_MS) / options.speed;
    const giveUpAt = performance.now() + Math.max(patienceMs, 20_000);
    while (performance.now() < giveUpAt && (compare(ledgers, pace).get('unsettled after the sweep')?.length ?? 0) > 0) {
      await new Promise(resolve => setTimeout(resolve, 500));
      ledgers = await read();
    }
    const found = compare(ledgers, pace);
    const first = [...new Set([...found.values()].flatMap(where => where.slice(0, 2)))].slice(0, 6);
    const captured = ledgers.provider.filter(({ state }) => state === 'captured');
    const atWire = await reached.standing();
    const proxyCounts = [back.counts, toPayments.counts, toStations.counts, ...(atWire ? [atWire.counts] : [])];
    const sum = (what: keyof (typeof back)['counts']) => proxyCounts.reduce((total, counts) => total + counts[what], 0);
    const kills = houses.reduce((total, app) => total + app.kills(), 0);
    return {
      visits,
      orders: ledgers.ours.orders.length,
      captured: captured.length,
      forged,
      points: `${killed.points.size} of ${KILL_POINTS.length}`,
      missed: KILL_POINTS.filter(point => !killed.points.has(point)),
      charging: `${killed.charging[0] ?? 0}, ${killed.charging[Math.floor(killed.charging.length / 2)] ?? 0}`,
      delayed: ledgers.provider.filter(({ isDelayed }) => isDelayed).length,
      ...lapsing(ledgers),
      behindMin,
      capturedMinor: captured.reduce((total, { capturedMinor }) => total + capturedMinor, 0),
      kills,
      calls: sum('calls'),
      injected: {
        'call refused': sum('refused'),
        'answer lost': sum('lost'),
        'call doubled': sum('doubled'),
        'call late': sum('late'),
        'call delayed': sum('delayed'),
        ...(reached.cuts ? { 'connection cut': reached.cuts() } : {}),
        'process killed': kills,
        'database cut': troubles.cut,
        'database locked': troubles.locked,
        'database full': troubles.full,
        ...(troubles.failover > 0 ? { 'database lost': troubles.failover } : {}),
      },
      found,
      lost: [...street.orders].filter(id => !ledgers.ours.orders.some(order => order.id === id)),
      stories: await Promise.all(first.map(async id => storyOf(ledgers, id) + (await listStationRows(store, ledgers, id)))),
      complaints: [...houses.flatMap(({ complaints }) => complaints), ...(atWire?.faults ?? [])],
      seconds: (performance.now() - beganAt) / 1000,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function plugOf(origin: string): Promise<Street['plug']> {
  const answer = await fetch(`${origin}/api/clients/blaufink/charging-points/${encodeURIComponent(pointId(0))}`);
  const { plugs } = (await answer.json()) as ChargingPoint;
  const [plug] = plugs;
  if (!plug) throw new Error('A point without plugs');
  return plug;
}

interface Run {
  chance: Chance;
  options: ProofOptions;
}

/**
 * Largest number of visitors who begin at once. More visitors begin spread over an hour, because no machine can handle the first
 * orders of so many at the same time.
 */
const LARGE_CROWD = 100;

/**
 * Keeps the given number of visitors busy until there are enough orders.
 * @returns the number of visits
 */
async function walk(street: Street, { chance, options: request }: Run): Promise<number> {
  let [visits, reported] = [0, 0];
  const clock = proofClock(street.time);
  const began = clock.now().getTime();
  const apartMs = request.stations === 'ocpp' ? (COMING_BACK_MS * request.kills) / request.orders : 0;
  const goOn = async (): Promise<void> => {
    while (street.orders.size < request.orders) {
      // Without this limit, the loop would never end if the app accepted no orders.
      if (visits > request.orders * MAX_VISITS_PER_ORDER)
        throw new Error(`${visits} visitors, and only ${street.orders.size} orders`);
      const n = visits++;
      // With OCPP stations, the visits are spread over the time of all kills, so that sessions are running at each kill.
      await passes(street.time, began + n * apartMs - clock.now().getTime());
      await visit(street, chance.for(`visitor ${n}`), n);
      if (street.orders.size < reported + 500) continue;
      reported += 500;
      request.print(`${reported} orders by ${visits} visitors`);
    }
  };
  const comesOverMs = request.crowd > LARGE_CROWD ? HOUR_MS : 0;
  const come = async (n: number) => {
    await passes(street.time, (comesOverMs * n) / request.crowd);
    await goOn();
  };
  await Promise.all(Array.from({ length: request.crowd }, (_, n) => come(n)));
  return visits;
}

interface Killed {
  points: ReadonlySet<string>;
  /** Number of sessions running at each kill, in ascending order. Kills during a database outage are left out. */
  charging: readonly number[];
}

/** Kills processes at regular numbers of orders: every second time at a named point, otherwise at an arbitrary time. */
async function kill(
  houses: readonly AppProcess[],
  {
    store,
    street,
    chance,
    options: request,
    walking,
  }: Run & { store: Pick<Store, 'db'>; street: Street; walking: Promise<unknown> },
): Promise<Killed> {
  const points = new Set<string>();
  const charging: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void walking.then(end, end);
  for (let n = 0; n < request.kills; n++) {
    while (!isOver && street.orders.size < (request.orders * (n + 1)) / (request.kills + 1))
      await new Promise(resolve => setTimeout(resolve, 10));
    // Waits until the stations have reconnected and sent their queues. If the kills were more frequent, the stations would be
    // offline for longer than any hold lasts.
    if (n > 0 && request.stations === 'ocpp') await passes(street.time, COMING_BACK_MS);
    charging.push(...(await chargingNow(store)));
    const app = houses[n % houses.length] as AppProcess;
    // Skips STRIDE points at a time, so that even a few kills cover every kind of point.
    const point = KILL_POINTS[(Math.floor(n / 2) * STRIDE) % KILL_POINTS.length] ?? '';
    if (n % 2 === 1) await app.dieNow();
    else if ((await app.dieAt({ point, n: Math.ceil(chance.between(0, 3)) }, NAMED_LIMIT_MS[request.stations])) === 'there')
      points.add(point);
  }
  return { points, charging: charging.toSorted((a, b) => a - b) };
}

async function chargingNow({ db }: Pick<Store, 'db'>): Promise<readonly number[]> {
  const sessions = db.selectFrom('sessions').where('state', '=', 'running');
  const row = await sessions
    .select(eb => eb.fn.countAll().as('count'))
    .executeTakeFirst()
    // The database may be unavailable because of an injected fault.
    .catch(() => undefined);
  return row ? [Number(row.count)] : [];
}

const MIN_TROUBLE_MS = 1000;
/** Maximum duration of a database fault: longer than the app waits for a lock, but shorter than callers wait for the app. */
const MAX_TROUBLE_MS = 8000;

/**
 * Injects the database faults in rotation at regular numbers of orders.
 * @returns how often each fault was injected
 */
async function trouble(
  { faults }: TroubledDatabase,
  { street, chance, options: request, walking }: Run & { street: Street; walking: Promise<unknown> },
): Promise<Readonly<Record<DatabaseFault, number>>> {
  const happened = { cut: 0, locked: 0, full: 0, failover: 0 };
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void walking.then(end, end);
  const kinds = Object.keys(faults) as DatabaseFault[];
  const maxTroubles = kinds.length * request.troubles;
  for (let n = 0; n < maxTroubles; n++) {
    while (!isOver && street.orders.size < (request.orders * (n + 1)) / (maxTroubles + 1))
      await new Promise(resolve => setTimeout(resolve, 10));
    const kind = kinds[n % kinds.length] as DatabaseFault;
    const forMs = chance.between(MIN_TROUBLE_MS, MAX_TROUBLE_MS);
    await faults[kind]?.(forMs);
    happened[kind]++;
    // The app gets as much time to recover as the fault lasted.
    await new Promise(resolve => setTimeout(resolve, forMs));
  }
  return happened;
}

const COMING_BACK_MS = 5 * MINUTE_MS;
const CUT_EVERY_MS = 2000;
const CUT_SHARE = 0.02;

/** Cuts connections of stations at regular intervals until all visits have ended. */
async function cutNowAndThen({ cut }: Pick<ReachedStations, 'cut'>, walking: Promise<unknown>): Promise<void> {
  if (!cut) return;
  const timer = setInterval(() => cut(CUT_SHARE), CUT_EVERY_MS);
  await walking.finally(() => clearInterval(timer));
}

/**
 * Measures how late the oldest due check is, until all visits have ended. If the check is very late, the machine is too slow for
 * the proof.
 * @returns the maximum in minutes on the proof's clock
 */
async function lag(
  { db }: Pick<Store, 'db'>,
  { time, walking, print }: { time: ProofTime; walking: Promise<unknown>; print: ProofOptions['print'] },
): Promise<number> {
  const clock = proofClock(time);
  let [worstMin, isOver] = [0, false];
  const end = () => {
    isOver = true;
  };
  void walking.then(end, end);
  while (!isOver) {
    await new Promise(resolve => setTimeout(resolve, 1000));
    const rows = await Promise.all(
      (['payments', 'sessions'] as const).map(table =>
        db
          .selectFrom(table)
          .select(eb => eb.fn.min('next_check_at').as('at'))
          .execute()
          // The database may be unavailable because of an injected fault.
          .catch(() => []),
      ),
    );
    const dueAt = rows.flat().flatMap(({ at }) => (at === null ? [] : [Number(at)]));
    const minutes = Math.round((clock.now().getTime() - Math.min(clock.now().getTime(), ...dueAt)) / MINUTE_MS);
    if (minutes > worstMin) print(`behind by ${minutes} min`);
    worstMin = Math.max(worstMin, minutes);
  }
  return worstMin;
}

/**
 * Sends webhooks of an attacker until all visits have ended: with a hold that does not exist, or with a wrong signature.
 * @returns their number
 */
async function forge(
  street: Street,
  { time, chance, walking }: { time: ProofTime; chance: Chance; walking: Promise<unknown> },
): Promise<number> {
  let [forged, isOver] = [0, false];
  const end = () => {
    isOver = true;
  };
  void walking.then(end, end);
  while (!isOver) {
    const body = { ref: `hold_${forged}`, event: 'captured', state: 'captured', capturedMinor: 1 };
    const signature = createHmac('sha256', chance.is(50) ? NOTICE_SECRET : 'a guess')
      .update(JSON.stringify(body))
      .digest('hex');
    await post(`${street.origin()}/notices`, body, { signature }).catch(() => undefined);
    forged++;
    await passes(time, chance.between(0, MINUTE_MS));
  }
  return forged;
}
