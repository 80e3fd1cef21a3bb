/**
 * States of a firmware update while the station works on it: 'requested' until the station reports one, then the words of
 * FirmwareStatusNotification (OCPP 2.x L01, L02).
 */
export const RUNNING_FIRMWARE_STATES = [
  'requested',
  'DownloadScheduled',
  'Downloading',
  'DownloadPaused',
  'Downloaded',
  'SignatureVerified',
  'InstallScheduled',
  'Installing',
  'InstallRebooting',
] as const;
/**
 * States of an update that has failed. 'SameVersion': the station has restarted with the version that it had before. 'Silent':
 * the station has reported nothing for an hour.
 */
export const FAILED_FIRMWARE_STATES = [
  'DownloadFailed',
  'InvalidSignature',
  'InstallationFailed',
  'InstallVerificationFailed',
  'SameVersion',
  'Silent',
] as const;
export type FirmwareState = (typeof RUNNING_FIRMWARE_STATES)[number] | (typeof FAILED_FIRMWARE_STATES)[number] | 'Installed';

/** The last firmware update that staff have requested of a station. */
export interface FirmwareUpdate {
  /** Host from which the station downloads the firmware. */
  server: string;
  /** ISO 8601. */
  requestedAt: string;
  state: FirmwareState;
  /** Time of the last report of the station about the update, ISO 8601. */
  stateAt: string;
  /** Version before the update. Null: unknown. */
  before: string | null;
}

/** Returns whether the station is working on an update. Its plugs are then not sold. */
export const isUpdating = (update: FirmwareUpdate | null | undefined): boolean =>
  RUNNING_FIRMWARE_STATES.some(state => state === update?.state);
export const hasFailed = ({ state }: FirmwareUpdate): boolean => FAILED_FIRMWARE_STATES.some(failed => failed === state);
