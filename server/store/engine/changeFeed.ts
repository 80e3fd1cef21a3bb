/** Topics besides session ids. WORK: jobs are waiting. GAP: changes may have been missed. */
export const WORK = 'work';
export const GAP = 'gap';
/** Published when the catalogue or the clients may have changed. */
export const CATALOGUE = 'catalogue';

const PLUGS = 'plugs ';
/** Topic for changes of a point's connectors. */
export const plugTopic = (evseId: string): string => `${PLUGS}${evseId}`;
/** The point of a topic. Null: the topic is not about connectors. */
export const evseIdOfTopic = (what: string): string | null => (what.startsWith(PLUGS) ? what.slice(PLUGS.length) : null);

/**
 * Notifies all processes on one database of changes. A topic is the id of a changed session or one of the topics above, never
 * content.
 */
export interface ChangeFeed {
  /** Notifies every process, this one immediately. Delivery is not guaranteed, so subscribers must also poll. */
  publish(what: string): void;
  subscribe(listener: (what: string) => void): void;
  /** How changes of other processes arrive: there are no other processes, changes are pushed, or the database must be polled. */
  arrival(): 'one process' | 'pushed' | 'polled';
  close(): Promise<void>;
}

const topicsOf = new WeakMap<object, Set<string>>();

/** Publishes `topic` after the transaction has been committed. */
export const publishAfterCommit = (trx: object, topic: string): void => void topicsOf.get(trx)?.add(topic);

/** With more topics, CATALOGUE is published instead. */
const MAX_TOPICS = 50;

/**
 * Collects the topics of a transaction.
 * @returns a function that publishes them
 */
export function collectTopics(trx: object, { publish }: ChangeFeed): () => void {
  const topics = new Set<string>();
  topicsOf.set(trx, topics);
  return () => {
    for (const topic of topics.size > MAX_TOPICS ? [CATALOGUE] : topics) publish(topic);
  };
}

/** A change feed for a process that has the database to itself. */
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
