import type { RequestHandler } from 'express';
import type { Log } from './operations/log.ts';

/** Notices a proxy that is not configured: with it, visitors' addresses, and the limits by them, are wrong. */
export interface Forwarding {
  watch: RequestHandler;
  wasUntrusted(): boolean;
}

/** Said once in the log: strangers can send the header as well, as often as they like. */
export function createForwarding({ trustProxy, log }: { trustProxy: number; log: Pick<Log, 'warn'> }): Forwarding {
  let wasUntrusted = false;
  return {
    watch(request, _response, next) {
      if (trustProxy === 0 && !wasUntrusted && request.headers['x-forwarded-for'] !== undefined) {
        wasUntrusted = true;
        log.warn('forwarding header not trusted', { trustProxy });
      }
      next();
    },
    wasUntrusted: () => wasUntrusted,
  };
}
