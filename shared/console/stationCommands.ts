import type { OperatedFile } from './files.ts';
import type { SecurityEvent } from './securityEvents.ts';
import type { StationLogFile } from './stationLogFiles.ts';

/** Messages of a station that staff can request (TriggerMessage). Named as in OCPP 2.x. */
export const TRIGGERS = [
  'BootNotification',
  'StatusNotification',
  'MeterValues',
  'Heartbeat',
  'FirmwareStatusNotification',
  'LogStatusNotification',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** A setting of a station: a configuration key of OCPP 1.6, or a variable of a component in OCPP 2.x. */
export interface StationSetting {
  /** 'HeartbeatInterval', or 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]'. */
  name: string;
  /** Null: the station has reported no value, or the value is secret. */
  value: string | null;
  /** Unit of the value. Null: the station has reported none. */
  unit: string | null;
  isReadOnly: boolean;
  /** Whether the value is never shown, such as a password. */
  isSecret: boolean;
  /** Whether the app sets this setting at each boot of the station. */
  isRequired: boolean;
}

/**
 * Returns whether staff may change a setting. Those that the app sets itself decide prices and limits, so a change would have
 * consequences for money.
 */
export const isChangeable = ({
  isReadOnly,
  isSecret,
  isRequired,
}: Pick<StationSetting, 'isReadOnly' | 'isSecret' | 'isRequired'>): boolean => !(isReadOnly || isSecret || isRequired);

/** The settings of a station as it reported them. */
export interface StationSettings {
  /** Time of the request, ISO 8601. */
  readAt: string;
  /** False: the station is still sending its report, or has not sent all parts. */
  isComplete: boolean;
  settings: readonly StationSetting[];
}

export interface OperatingStationCommands {
  /**
   * Returns the settings that a station reported at the last request.
   * @returns null if they were never requested, or if OCPP is not enabled
   */
  getStationSettings(request: { identity: string }): Promise<StationSettings | null>;
  /**
   * Returns the security events that a station has reported, the latest first.
   * @returns null if staff have not added the station, or if OCPP is not enabled
   */
  listSecurityEvents(request: { identity: string }): Promise<readonly SecurityEvent[] | null>;
  /**
   * Returns the last messages of a station without personal data, one line each, oldest first.
   * @returns null if staff have not added the station, or if OCPP is not enabled
   */
  listStationMessages(request: { identity: string }): Promise<readonly string[] | null>;
  /**
   * Lists the last requested log files of a station, newest first.
   * @returns null if staff have not added the station, or if OCPP is not enabled
   */
  listStationLogFiles(request: { identity: string }): Promise<readonly StationLogFile[] | null>;
  /** Returns a log file that has arrived. `file`: its id. Null: there is none. */
  exportStationLogFile(request: { identity: string; file: string }): Promise<OperatedFile | null>;
}
