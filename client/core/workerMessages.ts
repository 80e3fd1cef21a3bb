/** Texts of the page that the service worker shows if there is no connection, in the visitor's language. */
export interface OfflineWords {
  lang: string;
  title: string;
  text: string;
  /** Heading above the links to the stored pages. */
  stored: string;
  again: string;
  brand: OfflineBrand;
  /** Link to the telephone number of the brand. Null: the brand has none. */
  call: { text: string; href: string } | null;
}

/** Name, colours and logos of the brand on the page that the service worker shows. */
export interface OfflineBrand {
  name: string;
  /** Colour as '#rrggbb', with the colour of a text on it. */
  primary: string;
  onPrimary: string;
  /** Paths of the logos. Null: there is none. */
  logo: string | null;
  logoDark: string | null;
}

/** Message that asks the service worker to fetch a page from the server and store it, for use without a connection. */
export interface SavePageMessage {
  kind: 'keep';
  /** Path of the page to store. */
  page: string;
  /** Text of the link to the stored page. */
  name: string;
  /** Paths of the scripts and other files that the page has loaded. */
  files: readonly string[];
  words: OfflineWords;
}

/** Message that asks the service worker to remove everything that it has stored on this device. */
export interface ForgetMessage {
  kind: 'forget';
}

export type WorkerMessage = SavePageMessage | ForgetMessage;
