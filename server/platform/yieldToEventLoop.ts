/** Pauses long work on the main thread, so that waiting requests are answered first. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
