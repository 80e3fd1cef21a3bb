/** What is told instead of a session's id when work is waiting, or when something may have been missed. */
export const WORK = 'work';
export const GAP = 'gap';

/** What the processes on one database tell each other: the id of a session that changed, or a word. Never content. */
export interface ChangeFeed {
  /** Tells everybody, this process at once. Told in vain when nobody listens: whoever waits must also look by itself. */
  publish(what: string): void;
  subscribe(ear: (what: string) => void): void;
  /** How news of other processes arrives: there are none, at once, or only by looking at the database again and again. */
  arrival(): 'one process' | 'pushed' | 'polled';
  close(): Promise<void>;
}

/** Where one process has the database to itself. */
export function createLocalChangeFeed(): ChangeFeed {
  const webhooks: ((what: string) => void)[] = [];
  return {
    publish(what) {
      for (const ear of webhooks) ear(what);
    },
    subscribe: ear => void webhooks.push(ear),
    arrival: () => 'one process',
    close: async () => undefined,
  };
}
