import { createClock } from '../adapters/clock/clock.ts';
import { createUpstream } from '../adapters/upstream/upstream.ts';
import type { UpstreamConfig } from '../config/config.ts';
import { legalNodes } from '../core/formats/legalNodes.ts';
import { createMemoryRateLimiter } from '../platform/rateLimiter.ts';
import { readImage } from '../shop/import/logos.ts';
import { createReceiptTokens } from '../shop/receipts/tokens.ts';
import type { BackendDependencies, ComposedBackend } from './composed.ts';

/** Composes the backend of an external service, without the embedded operator and its database, stations and payments. */
export function composeUpstream(
  { clientNames, ...address }: UpstreamConfig,
  { config, log }: BackendDependencies,
): ComposedBackend {
  const clock = createClock({ speed: 1, anchor: { realMs: Date.now(), shownMs: Date.now() } });
  const { backend, health } = createUpstream({
    address,
    clientNames,
    logoHosts: config.logoHosts,
    clock,
    readImage,
    legalNodes,
    receiptTokens: createReceiptTokens(config.secret),
    note: log.warn,
  });
  return {
    backend,
    clock,
    console: null,
    isReceiptsOnly: true,
    formOrigins: [],
    cardHost: '',
    pushKey: null,
    routers: [],
    webhooks: [],
    createLimiter: createMemoryRateLimiter,
    checks: [
      {
        name: 'upstream',
        async check() {
          const { isDown, lastError } = health().search;
          if (isDown) throw new Error('Calls to the service are paused');
          return { lastError };
        },
      },
      // If the colours and logos of a brand cannot be loaded, pages still work. The failure is reported, and the app stays ready.
      { name: 'branding', check: async () => ({ lastError: health().metadata.lastError }) },
    ],
    counts: async () => null,
    advice: {},
    outages: () => [],
    facts: { backend: 'upstream', demo: false },
    greeting: [],
    reload: async () => undefined,
    run: async () => undefined,
    close: async () => undefined,
  };
}
