/** Runs functions with the same key one after another, so that none overwrites the changes of another. */
export type RunExclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createExclusiveRunner(): RunExclusively {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
