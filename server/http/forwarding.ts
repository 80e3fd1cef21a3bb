import type { RequestHandler } from 'express';

/** Notices a proxy that is not configured: with it, visitors' addresses, and the limits by them, are wrong. */
export interface Forwarding {
  watch: RequestHandler;
  wasUntrusted(): boolean;
}

export function createForwarding({ trustProxy }: { trustProxy: number }): Forwarding {
  let wasUntrusted = false;
  return {
    watch(request, _response, next) {
      if (trustProxy === 0 && request.headers['x-forwarded-for'] !== undefined) wasUntrusted = true;
      next();
    },
    wasUntrusted: () => wasUntrusted,
  };
}
