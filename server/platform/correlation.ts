import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/**
 * Returns the id of the request that caused the current work. Jobs that the request enqueued have the same id. Undefined if no
 * request caused the work.
 */
export const correlationId = (): string | undefined => ids.getStore();

export const withCorrelation = <T>(id: string, work: () => T): T => ids.run(id, work);

/** Maximum length of a correlation id in OCPI, in characters. */
const MAX_CORRELATION_ID_LENGTH = 36;
/** Matches ids that need no escaping in log lines, headers and pages. */
const READABLE = new RegExp(`^[\\w.:-]{8,${MAX_CORRELATION_ID_LENGTH}}$`);
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Returns the id that a proxy has assigned to a request: X-Request-Id, or else the trace id of W3C Trace Context.
 * @returns null if there is no usable id
 */
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
