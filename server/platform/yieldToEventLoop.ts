/** Long work on the thread that answers visitors pauses here: whoever has asked meanwhile is answered first. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
