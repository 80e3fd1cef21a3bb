import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express, type Router } from 'express';
import type { i18n as I18n } from 'i18next';
import { LRUCache } from 'lru-cache';
import type { Client } from '../../shared/charging/charging.ts';
import { API_PATH } from '../../shared/console/api.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Secret } from '../../shared/util/secret.ts';
import type { Backend } from '../core/ports/backend.ts';
import type { CreateRateLimiter } from '../platform/rateLimiter.ts';
import type { Assets } from '../render/assets.ts';
import { api } from './api/api.ts';
import { calendar } from './api/calendar.ts';
import { downloads } from './api/downloads.ts';
import type { Events } from './api/events.ts';
import { brandFiles } from './assets/brandFiles.ts';
import { files } from './assets/files.ts';
import { operatorConsole } from './console/console.tsx';
import type { ConsoleDependencies } from './console/consoleDependencies.ts';
import { nothingElseAt } from './console/hostGuard.ts';
import { createPreview } from './console/preview.ts';
import { afirFeeds } from './feeds/afirFeeds.ts';
import { forms } from './forms/forms.ts';
import { refuseMethods } from './forms/methods.ts';
import { limitCodes } from './limits/codeLimits.ts';
import { limitDevices } from './limits/deviceLimits.ts';
import { limitFaults } from './limits/faultLimits.ts';
import { limitForwards } from './limits/forwardLimits.ts';
import { limitNotices } from './limits/noticeLimits.ts';
import { limitSearch } from './limits/searchLimits.ts';
import { createChecker } from './operations/checks.ts';
import { cspReports } from './operations/cspReports.ts';
import { type HealthDependencies, health } from './operations/health.ts';
import { createMetrics } from './operations/metrics.ts';
import { createUnavailableReporter } from './operations/unavailableReporter.ts';
import { operatorApi } from './operatorApi/operatorApi.ts';
import { createPageCache } from './pages/pageCache.ts';
import { createPageCheck } from './pages/pageCheck.ts';
import { pages } from './pages/pages.ts';
import { shortLinks } from './pages/shortLinks.ts';
import { createShow, MAX_BRANDS, type ShownClock } from './pages/show.ts';
import { stationCodes } from './pages/stationCodes.ts';
import { createAnonymousRender, drawFirstPages } from './pages/warmUp.ts';
import { createCodeProofs } from './request/codeProof.ts';
import { BROTLI } from './request/compression.ts';
import { readFaultUpload } from './request/faultUpload.ts';
import { createFormTokens } from './request/formToken.ts';
import { createForwarding } from './request/forwarding.ts';
import type { Log } from './request/log.ts';
import { fingerprintOf } from './request/network.ts';
import { fromOurPages } from './request/origin.ts';
import { answerProblems, type UnavailableReporter } from './request/problems.ts';
import { createProof } from './request/proof.ts';
import { security } from './request/security.ts';
import { createTextsIn } from './request/translations.ts';
import { readVisitor } from './request/visitor.ts';

interface Mounted {
  path: string;
  router: Router;
}

export interface AppDependencies {
  backend: Backend;
  texts: I18n;
  assets: Assets;
  outDir: string;
  log: Log;
  health: Omit<HealthDependencies, 'wasForwardedUntrusted' | 'pages' | 'runCheck'>;
  secret: Secret;
  publicOrigin: string | null;
  securityContact: string | null;
  /** Token that readers of the public feed must send. Null: everybody may read the feed. */
  feedToken: string | null;
  /** Number of trusted proxies in front of the app, or their IP addresses and networks. */
  trustProxy: number | readonly string[];
  isDemo: boolean;
  /** True if this instance only shows receipts and does not offer charging. */
  isReceiptsOnly: boolean;
  hasOfflinePages: boolean;
  /** Public VAPID key for push messages, which browsers need to subscribe. Null: push messages are disabled. */
  pushKey: string | null;
  clock: ShownClock;
  /** Aborted when the app shuts down. */
  over: AbortSignal;
  /** Dependencies of the staff console. Null: the console is disabled. */
  console: Omit<
    ConsoleDependencies,
    'texts' | 'secret' | 'isDemo' | 'createLimiter' | 'log' | 'preview' | 'reportUnavailable' | 'clock'
  > | null;
  events: Events;
  createLimiter: CreateRateLimiter;
  formOrigins: readonly string[];
  /** Host on which drivers enter card data: the payment provider's, or a path of this app in a demo. */
  cardHost: string;
  /** Pages that adapters serve, such as a simulated payment page. */
  routers: readonly Mounted[];
  /**
   * Webhook endpoints for external systems. They authenticate requests and limit rates themselves, so the origin check does not
   * apply to them.
   */
  webhooks: readonly Mounted[];
}

export interface App {
  app: Express;
  /** Resolves when the most visited pages have been rendered once to load their code, or when that has failed. */
  warm: Promise<unknown>;
}

/** Selects the dependencies for rendering a page. */
const shownWith = ({ backend, assets, texts, log, console, ...more }: AppDependencies) => ({
  backend,
  assets,
  log,
  textsIn: createTextsIn(texts),
  shownBrands: new LRUCache<string, Client>({ max: MAX_BRANDS }),
  isDemo: more.isDemo,
  hasOpenConsole: console?.isOpen ?? false,
  isReceiptsOnly: more.isReceiptsOnly,
  hasOfflinePages: more.hasOfflinePages,
  pushKey: more.pushKey,
  cardHost: more.cardHost,
});

/** Creates the operations of the forms that are limited per network. */
const limitsOf = ({ backend, createLimiter }: Pick<AppDependencies, 'backend' | 'createLimiter'>) => ({
  search: limitSearch(backend, createLimiter),
  forward: limitForwards(backend, createLimiter),
  requestNotice: limitNotices(backend, createLimiter),
  faults: limitFaults(backend, createLimiter),
});

/** Returns the API for programs of the operator. Its path must precede that of remote commands, which begins in the same way. */
const apiOf = ({ console, ...more }: AppDependencies, reportUnavailable: UnavailableReporter): readonly Mounted[] =>
  console ? [{ path: API_PATH, router: operatorApi({ ...more, operator: console.console, reportUnavailable }) }] : [];

/** Builds the Express app. Middleware is listed in the order in which a request passes through it. */
export function createApp(dependencies: AppDependencies): App {
  const { backend, texts, assets, outDir, log, secret, publicOrigin, isDemo, hasOfflinePages, clock, createLimiter } =
    dependencies;
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  const formTokens = createFormTokens({ secret });
  const codeProofs = createCodeProofs({ secret, isSecure });
  const limited = limitsOf(dependencies);
  const { search, requestNotice, faults } = limited;
  const visitorId = fingerprintOf({ secret });
  const show = createShow({ ...shownWith(dependencies), formTokens });
  const pageCache = createPageCache({ backend, show, clock });
  const runCheck = createChecker({ clock, log });
  const draw = createAnonymousRender({ backend, show, clock, publicOrigin });
  const pageCheck = createPageCheck(draw);
  const { over } = dependencies;
  const reportUnavailable = createUnavailableReporter({ ...dependencies.health, log, runCheck, over });

  const app = express();
  app.disable('x-powered-by').set('trust proxy', dependencies.trustProxy).set('query parser', 'simple').set('etag', false);
  const forwarding = createForwarding({ log });
  const metrics = createMetrics({
    ...dependencies.health,
    checks: [...dependencies.health.checks, pageCheck],
    runCheck,
    streams: dependencies.events.open,
  });
  app.use(log.requests, metrics.watch, forwarding.watch);
  app.use(security({ formOrigins: dependencies.formOrigins, isHttps: isSecure }));
  app.use(health({ ...dependencies.health, pages: pageCheck, runCheck, wasForwardedUntrusted: forwarding.wasUntrusted }));
  app.use(metrics.router);
  // Must precede all body parsers: a webhook signature is computed over the raw bytes of the body.
  for (const { path, router } of [...apiOf(dependencies, reportUnavailable), ...dependencies.webhooks]) app.use(path, router);
  // Must precede the cookie and body parsers. An event stream stays open for hours and would keep their memory allocated.
  app.use(dependencies.events.router);
  app.use(compression({ brotli: BROTLI }));
  app.use(files({ outDir, assets, hasOfflinePages, backend }));
  app.post('/csp', cspReports({ log }));
  app.use(brandFiles({ backend, publicOrigin, securityContact: dependencies.securityContact }));
  app.use(cookieParser());
  if (dependencies.console) {
    const preview = createPreview({ backend, show, clock });
    app.use(
      '/operator',
      operatorConsole({ ...dependencies.console, texts, secret, isDemo, createLimiter, log, preview, reportUnavailable, clock }),
    );
    app.use(nothingElseAt(dependencies.console));
  }
  app.use(readVisitor({ publicOrigin }));
  app.use(
    refuseMethods({
      pages: dependencies.routers.map(({ path }) => path),
      webhooks: ['/csp', ...dependencies.webhooks.map(({ path }) => path)],
    }),
  );
  app.use(
    express.json({ limit: '16kb', inflate: false }),
    express.urlencoded({ extended: false, limit: '16kb', inflate: false, parameterLimit: 50 }),
    readFaultUpload(faults),
  );
  app.use(fromOurPages(createProof({ backend, formTokens })));
  for (const { path, router } of dependencies.routers) app.use(path, router);
  app.use(downloads(backend), calendar({ backend, texts }), afirFeeds({ backend, createLimiter, token: dependencies.feedToken }));
  const enablePush = limitDevices(backend, createLimiter);
  app.use(api({ backend, formTokens, codeProofs, search, enablePush, requestNotice, visitorId, isSecure }));
  app.use(stationCodes({ backend, show, codeProofs, checkCode: limitCodes(backend, createLimiter) }));
  app.use(shortLinks({ backend, show, clock }));
  app.use(forms({ backend, show, formTokens, codeProofs, ...limited, visitorId, clock, texts, isSecure }));
  app.use(pages({ backend, show, pageCache, formTokens, isSecure, clock, codeProofs }));
  app.use(() => {
    throw new Problem('no-page');
  });
  app.use(answerProblems({ showProblem: show.problem, log, reportUnavailable }));
  return { app, warm: runCheck(pageCheck).then(() => drawFirstPages({ backend, draw })) };
}
