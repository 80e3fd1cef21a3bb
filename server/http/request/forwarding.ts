import type { RequestHandler } from 'express';
import type { Log } from './log.ts';
import { isFromTrustedProxy } from './network.ts';

/**
 * Detects a proxy that is missing in TRUST_PROXY. Behind it, all visitors seem to have the proxy's IP address, so the rate
 * limits per network are wrong.
 */
export interface Forwarding {
  watch: RequestHandler;
  wasUntrusted(): boolean;
}

/** The warning is logged only once, because strangers can also send forwarding headers, in any number. */
export function createForwarding({ log }: { log: Pick<Log, 'warn'> }): Forwarding {
  let wasUntrusted = false;
  return {
    watch(request, _response, next) {
      if (!wasUntrusted && request.headers['x-forwarded-for'] !== undefined && !isFromTrustedProxy(request)) {
        wasUntrusted = true;
        log.warn('forwarding header not trusted');
      }
      next();
    },
    wasUntrusted: () => wasUntrusted,
  };
}
