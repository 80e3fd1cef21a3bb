import type { LogFileState, LogKind } from '../../../shared/console/stationLogFiles.ts';

/** A request to a station for a log file. */
export interface LogFileRequest {
  id: string;
  stationId: string;
  kind: LogKind;
  /** Identifies the request in messages of the station. */
  requestId: number;
  /** SHA-256 of the secret in the upload address. Null: the file goes to a server of the operator. */
  tokenHash: string | null;
  /** Server of the operator that receives the file. Null: the app receives the file. */
  to: string | null;
  requestedAt: Date;
}

/** An upload that has begun. A later upload of the same file replaces it. */
export interface UploadAttempt {
  id: string;
  attempt: number;
}

/** 'full': the maximum number of attempts has been made. */
export type UploadStart = UploadAttempt | 'unknown' | 'received' | 'full';

/** The requested log files and their contents. */
export interface LogFileRows {
  /** Adds a request. Of each station, only the latest requests stay. */
  add(request: LogFileRequest): Promise<void>;
  /** Removes a request that the station has refused. */
  remove(id: string): Promise<void>;
  /** Removes the requests and files of a station that staff have removed. */
  removeAll(stationId: string): Promise<void>;
  /** Stores what the station reports. `requestId` null: the latest request of the station. Reports about other requests are ignored. */
  report(report: { stationId: string; requestId: number | null; state: LogFileState; at: Date }): Promise<void>;
  /** Begins an upload by the hash of the secret in its address. */
  begin(upload: { tokenHash: string; requestedSince: Date }): Promise<UploadStart>;
  /**
   * Stores a part of an upload. Parts have the numbers 0, 1, 2, …
   * @returns false if another upload has replaced this one, or if the request was removed
   */
  addPart(upload: UploadAttempt, part: { number: number; bytes: Uint8Array }): Promise<boolean>;
  /** @returns false if another upload has replaced this one */
  complete(upload: UploadAttempt, file: { name: string; sizeBytes: number; at: Date }): Promise<boolean>;
  /** Removes the parts of an upload that has failed. */
  abandon(upload: UploadAttempt): Promise<void>;
}
