/** A request for a document of the public feed of points, states and prices. */
export interface FeedRequest {
  clientId: string;
  document: 'table' | 'status';
  /** Only changes after this time, in epoch milliseconds. Absent: the complete document. */
  since?: number;
}

/** A finished document of the feed. Only compressed bytes are stored, because a table of 10,000 points has 50 MB of JSON. */
export interface FeedDocument {
  gzip: Buffer;
  /** The document as JSON without compression. */
  plain(): AsyncIterable<Uint8Array>;
  /** SHA-256 of the compressed bytes, first 32 hexadecimal digits. */
  hash: string;
  lastModified: Date;
}
