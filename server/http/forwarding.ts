import type { RequestHandler } from 'express';

/** Watches for a proxy nobody told us of: its header means that visitors' addresses, and so limits, are not what they seem. */
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
