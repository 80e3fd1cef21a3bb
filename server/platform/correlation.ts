import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** The request that caused what is being done: also in a job that it has enqueued. Undefined: nobody's request did. */
export const correlationId = (): string | undefined => ids.getStore();

export const withCorrelation = <T>(id: string, work: () => T): T => ids.run(id, work);

/** What peers may keep of it, in characters (OCPI). */
const MAX_CORRELATION_ID_LENGTH = 36;
/** What can stand in a line, a header and a page as it is. */
const READABLE = new RegExp(`^[\\w.:-]{8,${MAX_CORRELATION_ID_LENGTH}}$`);
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that a proxy in front has given a request (X-Request-Id, else the trace of W3C); null: none that can be used. */
export function givenId({
  requestId,
  traceparent,
}: {
  requestId?: string | undefined;
  traceparent?: string | undefined;
}): string | null {
  if (requestId !== undefined && READABLE.test(requestId)) return requestId;
  return TRACE.exec(traceparent ?? '')?.[1] ?? null;
}
