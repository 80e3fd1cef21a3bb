/** Published instead of a session's id: jobs are waiting, or changes may have been missed. */
export const WORK = 'work';
export const GAP = 'gap';
/** Published when what is sold, or by whom, may have changed. */
export const CATALOGUE = 'catalogue';

const PLUGS = 'plugs ';
/** Published when something about the plugs of a point may have changed. */
export const plugTopic = (evseId: string): string => `${PLUGS}${evseId}`;
/** Of which point it is news; null: of something else. */
export const evseIdOfTopic = (what: string): string | null => (what.startsWith(PLUGS) ? what.slice(PLUGS.length) : null);

/** What the processes on one database publish to each other: the id of a session that changed, or the words above. Never content. */
export interface ChangeFeed {
  /** To every process, to this one at once. Delivery is not guaranteed, so subscribers must also check by themselves. */
  publish(what: string): void;
  subscribe(listener: (what: string) => void): void;
  /** How changes made by other processes arrive: there are no others, they are pushed, or the database has to be polled. */
  arrival(): 'one process' | 'pushed' | 'polled';
  close(): Promise<void>;
}

const topicsOf = new WeakMap<object, Set<string>>();

/** Publishes `topic` once this transaction of a store is committed. */
export const publishAfterCommit = (trx: object, topic: string): void => void topicsOf.get(trx)?.add(topic);

/** More than anybody looks at: the whole catalogue has changed. */
const MAX_TOPICS = 50;

/** Collects what a transaction publishes. Answers a function that publishes it. */
export function collectTopics(trx: object, { publish }: ChangeFeed): () => void {
  const topics = new Set<string>();
  topicsOf.set(trx, topics);
  return () => {
    for (const topic of topics.size > MAX_TOPICS ? [CATALOGUE] : topics) publish(topic);
  };
}

/** Where one process has the database to itself. */
export function createLocalChangeFeed(): ChangeFeed {
  const listeners: ((what: string) => void)[] = [];
  return {
    publish(what) {
      for (const listener of listeners) listener(what);
    },
    subscribe: listener => void listeners.push(listener),
    arrival: () => 'one process',
    close: async () => undefined,
  };
}
