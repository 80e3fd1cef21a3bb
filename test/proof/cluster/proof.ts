import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { compareLedgers } from '../operations/books.ts';
import { type Finding, finding, listed } from '../operations/findings.ts';
import { noBugs } from '../operations/reported.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Confirmed, startLoad } from './drivers.ts';
import { cause, type Happened, orderOf, type Plan } from './events.ts';
import { createWaits } from './waits.ts';

export interface ClusterProofOptions extends Plan {
  stations: number;
  seed: string;
  print(line: string): void;
}

export interface ClusterProven {
  happened: readonly Happened[];
  findings: readonly Finding[];
}

const COMING_LIMIT_MS = 60_000;
const WARMING_MS = 20_000;
const SETTLING_LIMIT_MS = 240_000;
/** The longest time without an answer when a primary is lost, and what the wait for the wished answer is compared with. */
const FAILOVER_GOAL_S = 10;

/** Runs the cluster under load through all troubles, then compares what drivers, stations, provider and app have recorded. */
export async function proveCluster({ stations, seed, print, ...plan }: ClusterProofOptions): Promise<ClusterProven> {
  const cluster = await openCluster({ stations, seed, print });
  try {
    await until(cluster.stations.standing, ({ connected }) => connected === stations, COMING_LIMIT_MS);
    print(`${stations} stations are connected through HAProxy`);
    const waits = createWaits();
    const load = startLoad({ origin: cluster.origin, stations, seed, waits });
    await pause(WARMING_MS);
    const happened: Happened[] = [];
    const counts = new Map<string, number>();
    for (const trouble of orderOf(plan)) {
      const n = counts.get(trouble) ?? 0;
      counts.set(trouble, n + 1);
      const charging = load.charging();
      const result = await cause(trouble, n, { cluster, waits, stations });
      happened.push(result);
      print(
        `${trouble} (${n + 1}) while ${charging} charged: ready after ${result.readyS.toFixed(1)} s; answered within ${result.answeredS.toFixed(1)} s, as wished within ${result.grantedS.toFixed(1)} s (${result.grantedFor}); ${load.confirmed.billed.size} bills so far`,
      );
    }
    print('the last drivers finish');
    await load.end();
    const findings = [
      ...(await compareLedgers(cluster.store, {
        speed: 1,
        limitMs: SETTLING_LIMIT_MS,
        readMeters: cluster.stations.readMeters,
        now: () => new Date(),
      })),
      ...(await checkConfirmed(cluster, load.confirmed)),
      noBugs(cluster.apps),
      await checkStations(cluster),
      checkFailovers(happened),
    ];
    return { happened, findings };
  } catch (error) {
    print(cluster.database.output());
    throw error;
  } finally {
    await cluster.close();
  }
}

/** Compares the database with what drivers were told. */
async function checkConfirmed({ store: { db } }: Cluster, { paid, seen, billed, wrong }: Confirmed): Promise<Finding[]> {
  const [orders, sessions, payments] = await Promise.all([
    db.selectFrom('orders').select('id').execute(),
    db.selectFrom('sessions').select(['id', 'order_id', 'state', 'total_minor']).execute(),
    db.selectFrom('payments').select(['order_id', 'state', 'captured_minor']).execute(),
  ]);
  const orderIds = new Set(orders.map(({ id }) => id));
  const captured = Map.groupBy(
    payments.filter(({ state }) => state === 'captured'),
    ({ order_id }) => order_id,
  );
  const ended = new Map(sessions.filter(({ state }) => ['completed', 'cancelled'].includes(state)).map(each => [each.id, each]));
  const lostOrders = [...paid].filter(id => !orderIds.has(id));
  const lostSessions = [...seen].filter(id => !ended.has(id));
  const differing = [...billed].filter(([id, minor]) => {
    const sum = (captured.get(ended.get(id)?.order_id ?? '') ?? []).reduce((total, row) => total + (row.captured_minor ?? 0), 0);
    return sum !== minor;
  });
  const uncharged = [...paid].filter(id => !captured.has(id)).length;
  const twice = [...captured].filter(([, rows]) => rows.length > 1).map(([id]) => id);
  return [
    finding(
      'Every order answered as paid is present',
      `${paid.size - lostOrders.length} of ${paid.size}; ${uncharged} released: not started, or below 50 cents`,
      lostOrders.length === 0,
    ),
    finding(
      'Every session that a driver has seen has ended',
      `${seen.size - lostSessions.length} of ${seen.size}`,
      lostSessions.length === 0,
    ),
    finding(
      'Every bill that a driver has seen was captured, once',
      differing.length + twice.length > 0 ? listed([...differing.map(([id]) => id), ...twice]) : `${billed.size}`,
      differing.length === 0 && twice.length === 0 && billed.size > 0,
    ),
    finding('Every receipt is found, and no answer contradicts an earlier one', listed(wrong), wrong.length === 0),
  ];
}

async function checkStations({ stations }: Cluster): Promise<Finding> {
  const { faults } = await stations.standing();
  return finding('No message to a station breaks the protocol', listed(faults), faults.length === 0);
}

function checkFailovers(happened: readonly Happened[]): Finding {
  const lost = happened.filter(({ trouble }) => trouble === 'primary killed');
  const answeredS = Math.max(0, ...lost.map(each => each.answeredS));
  const wished = lost.map(({ grantedS }) => grantedS).toSorted((a, b) => a - b);
  const within = wished.filter(seconds => seconds <= FAILOVER_GOAL_S).length;
  return finding(
    `A driver is answered within ${FAILOVER_GOAL_S} s when a primary is lost`,
    `${answeredS.toFixed(1)} s; as wished within ${wished.at(-1)?.toFixed(1) ?? '–'} s, ${within} of ${lost.length} within the goal`,
    answeredS <= FAILOVER_GOAL_S,
  );
}
