/** Logs that a station can upload (GetLog of OCPP 2.x N01). OCPP 1.6 calls the first one diagnostics. */
export const LOG_KINDS = ['diagnostics', 'security'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/**
 * What the station has reported last. 'uploaded': the station reports a complete upload. 'refused': the station may not or cannot
 * upload to the address. 'canceled': a later request has replaced this one. 'none': the station has named no file.
 */
export type LogFileState = 'requested' | 'uploading' | 'uploaded' | 'failed' | 'refused' | 'canceled' | 'none';

/** Maximum size of a log file that the app receives. */
export const MAX_LOG_FILE_BYTES = 50 * 1024 * 1024;

/** A log file that staff have requested of a station. */
export interface StationLogFile {
  id: string;
  kind: LogKind;
  /** ISO 8601. */
  requestedAt: string;
  state: LogFileState;
  /** Time of the last report of the station about the upload, ISO 8601. */
  stateAt: string;
  /** Server of the operator that receives the file. Null: the app receives the file. */
  to: string | null;
  /** The file that has arrived. Null: none. */
  file: { name: string; sizeBytes: number; receivedAt: string } | null;
}
