/**
 * Polls until `isSo` returns true. The default of `limitMs` is long enough for a slow machine.
 * @throws Error after `limitMs`
 */
export async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean, limitMs = 60_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`It never became so: ${JSON.stringify(value).slice(0, 400)}`);
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}
