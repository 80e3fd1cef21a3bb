import type { AddedPrice, NewPrice } from '../price/priceRow.ts';
import type { FaultAct } from './faults.ts';
import type { NamedParties } from './parties.ts';
import type { Trigger } from './stationCommands.ts';
import type { ListedStation, OcppVersion } from './stationList.ts';
import type { LogKind } from './stationLogFiles.ts';
import type { TokenAct } from './tokens.ts';
import type { WebhookAct } from './webhooks.ts';

/** Actions of staff, in the console and on the command line. `number`: the transaction number of the session. */
export type Act =
  | { does: 'stop' | 'waive'; number: number; reason: string }
  | { does: 'bill'; number: number; energyWh: number | null; endedAt: string | null; reason: string }
  | { does: 'refund'; number: number; amountMinor: number | 'all'; reason: string }
  /** Decides on a refund that another staff member has requested. */
  | { does: 'confirm-refund' | 'decline-refund'; number: number; reason: string }
  | { does: 'drop-refund' | 'send-receipt' | 'forget' | 'see-contact' | 'unlock'; number: number; reason: string }
  | { does: 'note'; number: number; reason: string }
  | { does: 'take-on' | 'finish'; attention: number; reason: string }
  /** Ends the sign-ins of a person on all devices. `person` null: of all people. */
  | { does: 'end-sign-ins'; person: string | null; reason: string }
  /** Restores brands, points and prices as before the last import. */
  | { does: 'revert-import'; reason: string }
  | FaultAct
  | PriceAct
  | StationAct
  | TokenAct
  | WebhookAct;

/**
 * Actions on prices. `revision`: the revision of the tariff that the person saw; absent on the command line if the person did
 * not type one.
 */
export type PriceAct =
  | {
      does: 'change-price';
      tariff: string;
      /** Version whose rows `prices` refers to. Absent: the version that is valid now. */
      base?: string;
      revision?: string;
      /** Start of the new prices in local time of the tariff's points: '2026-12-01T00:00'. */
      from: string;
      prices: readonly NewPrice[];
      added: readonly AddedPrice[];
      needsSecond: boolean;
      reason: string;
    }
  /** Decides on a change of prices that another staff member has requested. */
  | { does: 'confirm-price' | 'decline-price'; tariff: string; revision?: string; reason: string }
  /** Removes an announced change of prices by staff. `from`: its start, ISO 8601. */
  | { does: 'withdraw-price'; tariff: string; from: string; revision?: string; reason: string };

/** Actions on charging points, stations and connections. */
export type StationAct =
  | { does: 'switch'; point: string; isOn: boolean; reason: string }
  | { does: 'reset-station'; point: string; reason: string }
  /**
   * `protocol`: the only OCPP version that the station may use ('ocpp1.6'). Null: the newest version that both support. Absent:
   * unchanged.
   */
  | { does: 'add-station'; identity: string; protocol: OcppVersion | null; reason: string }
  /** `newPasswords`: stations of the list that are already added get a new password. False: such a list is refused. */
  | { does: 'add-stations'; stations: readonly ListedStation[]; newPasswords: boolean; reason: string }
  /** `isHard`: at once instead of when the station is idle. A station with a running session of this app refuses both. */
  | { does: 'restart-station'; identity: string; isHard: boolean; reason: string }
  /** `evse`: number of the EVSE at the station. Null: the whole station. */
  | { does: 'set-availability'; identity: string; isOperative: boolean; evse: number | null; reason: string }
  /** Sends a new password to the station by OCPP. The old password stays valid until the station uses the new one. */
  | { does: 'change-password'; identity: string; reason: string }
  | { does: 'trigger-message'; identity: string; message: Trigger; reason: string }
  | { does: 'read-settings'; identity: string; reason: string }
  /** `setting`: its name in the list that was read last. */
  | { does: 'change-setting'; identity: string; setting: string; value: string; reason: string }
  /** `to`: server of the operator that receives the file. Null: the app receives the file. */
  | { does: 'request-log'; identity: string; log: LogKind; to: string | null; reason: string }
  /** `limitW`: power of all plugs of the station together, in W. */
  | { does: 'limit-charging'; identity: string; limitW: number | 'off'; reason: string }
  /**
   * `url`: address from which the station downloads the firmware. `certificate` (PEM) and `signature`: of the maker, both or none.
   */
  | { does: 'update-firmware'; identity: string; url: string; certificate: string; signature: string; reason: string }
  | { does: 'new-password'; identity: string; protocol?: OcppVersion | null; reason: string }
  /**
   * `parties`: the CPOs whose points are offered through this connection. Other parties that the CPO's platform names wait for
   * `confirm-parties`.
   */
  | ({ does: 'add-connection'; name: string; versionsUrl: string; token: string; reason: string } & NamedParties)
  | ({ does: PartiesAct; name: string; reason: string } & NamedParties);

type PartiesAct = 'confirm-parties' | 'withdraw-parties';
export type ActName = Act['does'];
