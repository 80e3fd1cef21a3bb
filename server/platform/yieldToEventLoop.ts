/** Long work on the thread that answers visitors pauses here: whoever has asked meanwhile is answered first. */
export const othersTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
