import type { RequestHandler } from 'express';
import type { Log } from './log.ts';
import { isFromTrustedProxy } from './network.ts';

/** Notices a proxy that is not configured: with it, visitors' addresses, and the limits by them, are wrong. */
export interface Forwarding {
  watch: RequestHandler;
  wasUntrusted(): boolean;
}

/** Said once in the log: strangers can send the header as well, as often as they like. */
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
