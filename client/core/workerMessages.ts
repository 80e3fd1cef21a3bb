/** What the page says in the visitor's language where there is neither a connection nor a kept page. */
export interface OfflineWords {
  lang: string;
  title: string;
  text: string;
  /** Above the links to what is kept. */
  kept: string;
  again: string;
}

/** A page asks the worker to keep it, as it is at the server now, for the times without a connection. */
export interface SavePageMessage {
  kind: 'keep';
  /** Its path. */
  page: string;
  /** What links to it are called. */
  name: string;
  /** Paths of what it has loaded. */
  files: readonly string[];
  words: OfflineWords;
}

/** Nothing is kept on this device any more. */
export interface ForgetMessage {
  kind: 'forget';
}

export type WorkerMessage = SavePageMessage | ForgetMessage;
