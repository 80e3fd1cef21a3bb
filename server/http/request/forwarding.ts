import type { RequestHandler } from 'express';
import type { Log } from './log.ts';
import { isFromTrustedProxy } from './network.ts';

/**
 * Detects a proxy that is missing in TRUST_PROXY. Behind an untrusted proxy, the addresses of visitors and the limits per
 * network are wrong.
 */
export interface Forwarding {
  watch: RequestHandler;
  wasUntrusted(): boolean;
}

/** Logs the warning once, because strangers can also send the header, in any number. */
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
