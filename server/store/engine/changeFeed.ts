/** Topics other than session ids. WORK: jobs are waiting. GAP: notifications may have been missed. */
export const WORK = 'work';
export const GAP = 'gap';
/** Published when the catalogue or the brands may have changed. */
export const CATALOGUE = 'catalogue';

const PLUGS = 'plugs ';
/** Returns the topic for changes of a point's connectors. */
export const plugTopic = (evseId: string): string => `${PLUGS}${evseId}`;
/** Returns the EVSE ID of a topic about connectors. Null: the topic is about something else. */
export const evseIdOfTopic = (what: string): string | null => (what.startsWith(PLUGS) ? what.slice(PLUGS.length) : null);

/**
 * Notifies all processes on one database of changes. A notification consists of a topic only: the id of a changed session, WORK,
 * GAP, CATALOGUE, or a topic of `plugTopic`.
 */
export interface ChangeFeed {
  /** Notifies every process, the own one at once. Delivery is not guaranteed, so subscribers must also poll. */
  publish(what: string): void;
  subscribe(listener: (what: string) => void): void;
  /**
   * Returns how changes of other processes arrive. 'one process': there are no others. 'pushed': by notification. 'polled': not
   * at all, so subscribers must poll.
   */
  arrival(): 'one process' | 'pushed' | 'polled';
  close(): Promise<void>;
}

const topicsOf = new WeakMap<object, Set<string>>();

/** Publishes `topic` after the commit of the transaction. */
export const publishAfterCommit = (trx: object, topic: string): void => void topicsOf.get(trx)?.add(topic);

/** If a transaction has more topics than this, CATALOGUE is published instead of them. */
const MAX_TOPICS = 50;

/**
 * Begins to collect the topics of a transaction.
 * @returns a function that publishes the collected topics
 */
export function collectTopics(trx: object, { publish }: ChangeFeed): () => void {
  const topics = new Set<string>();
  topicsOf.set(trx, topics);
  return () => {
    for (const topic of topics.size > MAX_TOPICS ? [CATALOGUE] : topics) publish(topic);
  };
}

/** Creates the change feed of a process that is the only one on its database. */
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
