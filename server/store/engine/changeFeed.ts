/** Topics beside the session ids. WORK: jobs are waiting. GAP: notifications may have been lost. */
export const WORK = 'work';
export const GAP = 'gap';
/** Topic for possible changes of the catalogue or the brands. */
export const CATALOGUE = 'catalogue';
/** Topic for changes of the webhook endpoints. */
export const WEBHOOKS = 'webhooks';

const PLUGS = 'plugs ';
/** Returns the topic for changes of a point's connectors. */
export const plugTopic = (evseId: string): string => `${PLUGS}${evseId}`;
/** Returns the EVSE ID of a topic of `plugTopic`. Null: the topic is of another kind. */
export const evseIdOfTopic = (what: string): string | null => (what.startsWith(PLUGS) ? what.slice(PLUGS.length) : null);

/**
 * Notifies all processes on one database of changes. A notification contains only a topic: the id of a changed session, WORK,
 * GAP, CATALOGUE, WEBHOOKS, or a topic of `plugTopic`.
 */
export interface ChangeFeed {
  /**
   * Notifies all processes. Listeners in this process are called immediately. Delivery is not guaranteed, so subscribers must
   * also poll.
   */
  publish(what: string): void;
  subscribe(listener: (what: string) => void): void;
  /**
   * Returns how this process learns of changes by other processes. 'one process': no other process exists. 'pushed':
   * notifications arrive. 'polled': no notifications arrive, so subscribers must poll.
   */
  arrival(): 'one process' | 'pushed' | 'polled';
  close(): Promise<void>;
}

const topicsOf = new WeakMap<object, Set<string>>();

/** Publishes `topic` after the transaction has committed. */
export const publishAfterCommit = (trx: object, topic: string): void => void topicsOf.get(trx)?.add(topic);

/** Maximum number of topics that a transaction publishes. If it has more, CATALOGUE is published in their place. */
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

/** Creates the change feed for a process that is alone on its database. */
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
