import { monitorEventLoopDelay } from 'node:perf_hooks';
import express, { type RequestHandler, type Router } from 'express';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Counts } from '../../core/ports/backend.ts';
import { VERSION } from '../../platform/version.ts';
import { isBearer } from './bearer.ts';
import { type CheckGaugesDependencies, createCheckGauges } from './checkGauges.ts';

export interface MetricsDependencies extends CheckGaugesDependencies {
  statusToken: string | null;
  build: string;
  counts(): Promise<Counts | null>;
  /** Returns the number of open event streams. */
  streams(): number;
}

export interface Metrics {
  /** Middleware that measures the duration of every request by route name. */
  watch: RequestHandler;
  router: Router;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Serves metrics in the Prometheus text format. They require the same token as the details of /status. */
export function createMetrics({ statusToken, build, counts, streams, checks, runCheck }: MetricsDependencies): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'charging_request_seconds',
    help: 'Time until the response was complete',
    buckets: SECONDS,
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `charging_${name}`, help, labelNames, registers: [registry] });
  const gauges = {
    streams: gauge('streams_open', 'Live streams that are open'),
    loopDelay: gauge('event_loop_delay_seconds', 'Delay of the event loop since the last scrape, 99th percentile'),
    memory: gauge('resident_memory_bytes', 'Memory of the process'),
    sessions: gauge('sessions', 'Charging sessions by state', ['state']),
    payments: gauge('payments', 'Payments by state', ['state']),
    outboxDepth: gauge('outbox_depth', 'Jobs that wait in the outbox'),
    overdue: gauge('outbox_overdue_seconds', 'For how long the oldest job has been due'),
    overdueKinds: gauge('outbox_kind_overdue_seconds', 'For how long the oldest job of a kind has been due', ['kind']),
    unsettled: gauge('unsettled_seconds', 'For how long the oldest hold has been neither captured nor released'),
    connectionFailing: gauge('connection_failing_seconds', 'For how long all requests to a connection have failed', [
      'connection',
    ]),
    openStarts: gauge('connection_open_starts', 'Starts whose sessions have not ended', ['connection']),
    awaitedCdrs: gauge('connection_awaited_cdrs', 'Ended sessions without a CDR', ['connection']),
    chargePoints: gauge('charge_points', 'Stations connected to the app itself: known, connected, silent, misconfigured', [
      'state',
    ]),
    silent: gauge('charge_point_silent_seconds', 'For how long a station has been disconnected', ['station']),
    attention: gauge('attention', 'Open alerts'),
    attentionKinds: gauge('attention_open', 'Open alerts by kind', ['kind']),
  };
  gauge('build_info', 'Version and build of this process; always 1', ['version', 'build']).set({ version: VERSION, build }, 1);
  const checkGauges = createCheckGauges(registry, { checks, runCheck });
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  if (statusToken !== null) loopDelay.enable();

  async function updateGauges(): Promise<void> {
    gauges.streams.set(streams());
    gauges.memory.set(process.memoryUsage.rss());
    gauges.loopDelay.set(loopDelay.percentile(99) / 1e9);
    loopDelay.reset();
    await checkGauges.check();
    // If the database is down, the counts are unknown. The last values are removed, because they would suggest that all is well.
    const now = await counts().catch(() => null);
    for (const name of COUNTED) gauges[name].remove();
    for (const [name, label, numbers] of labelled(now)) {
      gauges[name].reset();
      for (const [word, number] of Object.entries(numbers)) gauges[name].set({ [label]: word }, number);
    }
    if (!now) return;
    gauges.outboxDepth.set(now.outbox.depth);
    gauges.overdue.set(now.outbox.overdueS);
    gauges.unsettled.set(now.unsettledS);
    gauges.attention.set(now.attention);
  }

  const router = express.Router();
  router.get('/metrics', async (request, response) => {
    response.locals.route = 'metrics';
    response.set('Cache-Control', 'no-store');
    if (!isBearer(request.get('authorization'), statusToken)) {
      response.status(401).set('WWW-Authenticate', 'Bearer').end();
      return;
    }
    await updateGauges();
    response.type(registry.contentType).send(await registry.metrics());
  });
  return {
    router,
    watch(request, response, next) {
      const stop = requests.startTimer();
      response.once('close', () =>
        stop({ method: request.method, route: String(response.locals.route ?? 'other'), status: response.statusCode }),
      );
      next();
    },
  };
}

const COUNTED = ['outboxDepth', 'overdue', 'unsettled', 'attention'] as const;

const labelled = (now: Counts | null) =>
  [
    ['sessions', 'state', now?.sessions ?? {}],
    ['payments', 'state', now?.payments ?? {}],
    ['overdueKinds', 'kind', now?.outbox.overdueKindsS ?? {}],
    ['attentionKinds', 'kind', now?.attentionKinds ?? {}],
    ['connectionFailing', 'connection', ofEach(now, 'failingS')],
    ['openStarts', 'connection', ofEach(now, 'openStarts')],
    ['awaitedCdrs', 'connection', ofEach(now, 'awaitedCdrs')],
    ['chargePoints', 'state', statesOf(now)],
    ['silent', 'station', now?.chargePoints?.silentS ?? {}],
  ] as const;

const ofEach = (now: Counts | null, field: 'failingS' | 'openStarts' | 'awaitedCdrs'): Record<string, number> =>
  Object.fromEntries(Object.entries(now?.connections ?? {}).map(([name, counts]) => [name, counts[field]]));

function statesOf(now: Counts | null): Record<string, number> {
  if (!now?.chargePoints) return {};
  const { known, connected, silent, badlySet } = now.chargePoints;
  return { known, connected, silent, 'badly set': badlySet };
}
