/** Texts of the page that the worker shows without a connection, in the visitor's language. */
export interface OfflineWords {
  lang: string;
  title: string;
  text: string;
  /** Heading above the links to the stored pages. */
  stored: string;
  again: string;
}

/** Message to the worker: fetch the page from the server and store the page for use without a connection. */
export interface SavePageMessage {
  kind: 'keep';
  /** Path of the page. */
  page: string;
  /** Text of the link to the page. */
  name: string;
  /** Paths of the files that the page has loaded. */
  files: readonly string[];
  words: OfflineWords;
}

/** Message to the worker: remove everything that this device has stored. */
export interface ForgetMessage {
  kind: 'forget';
}

export type WorkerMessage = SavePageMessage | ForgetMessage;
