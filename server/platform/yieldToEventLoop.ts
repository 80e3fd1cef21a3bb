/** Pauses long-running work on the main thread, so that waiting requests are served first. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
