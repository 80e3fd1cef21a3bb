import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express, type Router } from 'express';
import type { i18n as I18n } from 'i18next';
import { handle } from 'i18next-http-middleware';
import { Problem } from '../shared/problem.ts';
import type { Backend } from './backend.ts';
import { api } from './http/api.ts';
import { brandFiles } from './http/brandFiles.ts';
import { calendar } from './http/calendar.ts';
import { createChecker } from './http/checks.ts';
import { downloads } from './http/downloads.ts';
import type { Events } from './http/events.ts';
import { files } from './http/files.ts';
import { forms } from './http/forms.ts';
import { createForwarding } from './http/forwarding.ts';
import { type HealthParts, health } from './http/health.ts';
import type { Log } from './http/log.ts';
import { refuseMethods } from './http/methods.ts';
import { createMetrics } from './http/metrics.ts';
import { fingerprintOf } from './http/network.ts';
import { fromOurPages } from './http/origin.ts';
import { createPageCheck } from './http/pageCheck.ts';
import { pages } from './http/pages.ts';
import { answerProblems } from './http/problems.ts';
import { createProof } from './http/proof.ts';
import { createIntents } from './http/seal.ts';
import { type CreateLimiter, limitSearch } from './http/searchLimits.ts';
import { security } from './http/security.ts';
import { shortLinks } from './http/shortLinks.ts';
import { createShow, type HouseClock } from './http/show.ts';
import { readVisitor } from './http/visitor.ts';
import type { Assets } from './render/assets.ts';

interface Mounted {
  path: string;
  router: Router;
}

export interface AppParts {
  backend: Backend;
  texts: I18n;
  assets: Assets;
  outDir: string;
  log: Log;
  health: Omit<HealthParts, 'wasForwardedUntrusted' | 'pages' | 'ask'>;
  secret: string;
  publicOrigin: string | null;
  securityContact: string | null;
  trustProxy: number;
  isDemo: boolean;
  /** The backend sells no charging. */
  isReceiptsOnly: boolean;
  clock: HouseClock;
  events: Events;
  /** Counts the misses of the receipt search. */
  createLimiter: CreateLimiter;
  formOrigins: readonly string[];
  /** Where cards are entered: a host, or a path of ours. */
  cardHost: string;
  /** Pages that adapters bring along. */
  routers: readonly Mounted[];
  /** What foreign systems tell adapters: with their own authentication and limits instead of the origin check. */
  ears: readonly Mounted[];
}

export interface App {
  app: Express;
  /** Resolves when the first page was rendered, for nobody, or could not be. */
  warm: Promise<unknown>;
}

/** The order of a request. */
export function createApp(parts: AppParts): App {
  const { backend, texts, assets, outDir, log, secret, publicOrigin, isDemo, isReceiptsOnly, clock, createLimiter } = parts;
  const intents = createIntents({ secret });
  const search = limitSearch(backend, createLimiter);
  const visitorId = fingerprintOf({ secret });
  const show = createShow({ backend, assets, intents, isDemo, isReceiptsOnly, cardHost: parts.cardHost, log });
  const ask = createChecker({ clock, log });
  const pageCheck = createPageCheck({ backend, show, texts, clock, publicOrigin });

  const app = express();
  app.disable('x-powered-by').set('trust proxy', parts.trustProxy).set('query parser', 'simple').set('etag', false);
  const forwarding = createForwarding({ trustProxy: parts.trustProxy });
  const metrics = createMetrics({ ...parts.health, streams: parts.events.open });
  app.use(log.requests);
  app.use(metrics.watch);
  app.use(forwarding.watch);
  app.use(security({ formOrigins: parts.formOrigins, isHttps: publicOrigin?.startsWith('https:') ?? false }));
  app.use(health({ ...parts.health, pages: pageCheck, ask, wasForwardedUntrusted: forwarding.wasUntrusted }));
  app.use(metrics.router);
  // Before any parser: a signature is about the bytes as they came.
  for (const { path, router } of parts.ears) app.use(path, router);
  app.use(compression());
  app.use(files({ outDir, assets, backend, log }));
  app.use(brandFiles({ backend, publicOrigin, securityContact: parts.securityContact }));
  app.use(cookieParser());
  app.use(readVisitor({ publicOrigin }));
  app.use(handle(texts));
  app.use(refuseMethods({ pages: parts.routers.map(({ path }) => path), ears: ['/csp', ...parts.ears.map(({ path }) => path)] }));
  app.use(
    express.json({ limit: '16kb', inflate: false }),
    express.urlencoded({ extended: false, limit: '16kb', inflate: false, parameterLimit: 50 }),
  );
  app.use(fromOurPages(createProof({ backend, intents })));
  for (const { path, router } of parts.routers) app.use(path, router);
  app.use(parts.events.router);
  app.use(downloads(backend));
  app.use(calendar({ backend, texts }));
  app.use(api({ backend, intents, search, visitorId }));
  app.use(shortLinks({ backend, show, clock }));
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  app.use(forms({ backend, show, intents, search, visitorId, clock, isSecure }));
  app.use(pages({ backend, show, clock }));
  app.use(() => {
    throw new Problem('no-page');
  });
  app.use(answerProblems({ showProblem: show.problem, log }));
  return { app, warm: ask(pageCheck) };
}
