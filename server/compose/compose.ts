import { PAGES } from '../../client/app/pages.ts';
import { type Config, originOf, type UpstreamConfig } from '../config/config.ts';
import type { Backend } from '../core/ports/backend.ts';
import type { Clock, Translator } from '../core/ports/ports.ts';
import { createEvents } from '../http/api/events.ts';
import { createApp } from '../http/app.ts';
import { createClockWatch } from '../http/operations/clockWatch.ts';
import { createLog } from '../http/request/log.ts';
import { readTexts } from '../http/request/translations.ts';
import { type Assets, readAssets } from '../render/assets.ts';
import type { BackendDependencies, ComposedBackend, RuntimeOptions } from './composed.ts';
import { composeOperator } from './operator.ts';
import type { App } from './serve.ts';
import { STATION_FILES_PATH } from './stations.ts';

export interface ComposedApp extends App {
  backend: Backend;
  clock: Clock;
}

/** Creates the complete app from the settings. Only this folder depends on all parts of the app. */
export async function compose(config: Config, runtimeOptions: RuntimeOptions): Promise<ComposedApp> {
  const { outDir, localesDir, logTo } = runtimeOptions;
  const log = createLog({ level: config.logLevel, destination: logTo });
  const assets = readAssets(outDir);
  const texts = readTexts(localesDir);
  const translator: Translator = (locale, key, values = {}) => texts.t(key, { ...values, lng: locale });
  const dependencies = { config, log, translator, runtimeOptions, code: codeOf(assets) };
  const composed = await (config.upstream ? composeUpstream(config.upstream, dependencies) : composeOperator(dependencies));
  const { backend, clock, counts, outages, advice, formOrigins, cardHost, routers, webhooks, isReceiptsOnly, createLimiter } =
    composed;

  await Promise.all(Object.values(PAGES).map(page => page.preload()));
  const over = new AbortController();
  const health = { startedAt: new Date(), isReady: true };
  const events = createEvents(backend, config.maxStreams);
  const clockWatch = createClockWatch({ log, clocks: runtimeOptions.machineClocks });
  const { app, warm } = createApp({
    events,
    clock,
    over: over.signal,
    console: composed.console,
    createLimiter,
    backend,
    texts,
    assets,
    outDir,
    log,
    secret: config.secret,
    publicOrigin: config.publicOrigin,
    ...{ securityContact: config.securityContact, feedToken: config.feedToken },
    trustProxy: config.trustProxy,
    isDemo: config.isDemo,
    isReceiptsOnly,
    hasOfflinePages: config.hasOfflinePages,
    pushKey: composed.pushKey,
    ...{ formOrigins, cardHost, routers, webhooks },
    health: {
      build: assets.build,
      startedAt: health.startedAt,
      statusToken: config.statusToken,
      isReady: () => health.isReady,
      checks: [...composed.checks, clockWatch.check],
      counts,
      outages,
      advice,
    },
  });

  const work = composed.run(over.signal).catch(error => {
    // Background work may only end after the signal. If it fails before, sessions are not billed, so /ready reports the app as
    // not ready.
    log.bug(error);
    health.isReady = false;
  });
  const receivesFiles = webhooks.some(({ path }) => path === STATION_FILES_PATH);
  log.event('app configured', { ...composed.facts, address: originOf(config) });
  return {
    handler: app,
    upgrade: composed.upgrade ?? null,
    isUpload: url => receivesFiles && url.startsWith(`${STATION_FILES_PATH}/`),
    backend,
    clock,
    log,
    greeting: composed.greeting,
    reload: composed.reload,
    drain: () => {
      health.isReady = false;
      events.close();
    },
    async close() {
      over.abort();
      events.close();
      clockWatch.close();
      await Promise.all([work, warm]);
      await composed.close();
    },
  };
}

/**
 * Returns an identifier of the running code. Null if the code may change while the app runs: in development, or if the app runs
 * from its sources.
 */
const codeOf = ({ from: { mode, server } }: Assets): string | null =>
  import.meta.url.endsWith('.ts') || mode === 'development' ? null : server;

async function composeUpstream(upstream: UpstreamConfig, dependencies: BackendDependencies): Promise<ComposedBackend> {
  const { composeUpstream: compose } = await import('./upstream.ts');
  return compose(upstream, dependencies);
}
