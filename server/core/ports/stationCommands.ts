import type { Trigger } from '../../../shared/console/stationCommands.ts';
import type { LogKind } from '../../../shared/console/stationLogFiles.ts';

/** A firmware that a station downloads. */
export interface FirmwareFile {
  location: string;
  /** Certificate (PEM) and signature of the maker. Null: the firmware is not signed. */
  signing: { certificate: string; signature: string } | null;
}

/** A command to an OCPP station from staff or from another process. */
export type StationCommand =
  | { does: 'change its password' }
  | { does: 'write its messages down' }
  | { does: 'reset'; isHard: boolean }
  | { does: 'tell of a payment'; evse: number; timeoutS: number }
  /** `plug` null: all plugs of the station. */
  | { does: 'set availability'; isOperative: boolean; plug: { evse: number; connector: number } | null }
  | { does: 'trigger a message'; message: Trigger }
  | { does: 'read settings' }
  /** Changes a setting by its name in the list that was read last. */
  | { does: 'change a setting'; name: string; value: string }
  /** `to`: server of the operator that receives the file. Null: the app receives the file. */
  | { does: 'request a log file'; kind: LogKind; to: string | null }
  | ({ does: 'update its firmware' } & FirmwareFile)
  /** `limitW` null: the limit is removed. */
  | { does: 'limit its power'; limitW: number | null };

/**
 * 'scheduled': the station executes the command later. 'busy': a session is running at the station. 'unknown': the list of
 * settings that was read last has no such setting that can be changed. 'no file': the station has no log file. 'not sent': the
 * station has disconnected, or has not registered yet. 'no answer': the station may have executed the command.
 */
export type CommandOutcome = 'accepted' | 'scheduled' | 'refused' | 'busy' | 'unknown' | 'no file' | 'not sent' | 'no answer';
