/** A file to take along: CSV, PDF, ZIP. */
export interface OperatedFile {
  fileName: string;
  contentType: string;
  bytes: AsyncIterable<Uint8Array>;
}
