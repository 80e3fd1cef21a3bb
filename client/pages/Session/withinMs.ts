/** Nobody waits for ever: rejects when the answer takes longer. */
export async function withinMs<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No answer in time')), limitMs);
  try {
    return await Promise.race([answer, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
