import type { NamedParties } from './parties.ts';

/** The acts that staff can perform, in the console and on the command line. */
export type Act =
  | { does: 'stop' | 'waive'; number: number; reason: string }
  | { does: 'bill'; number: number; energyWh: number | null; endedAt: string | null; reason: string }
  | { does: 'refund'; number: number; amountMinor: number | 'all'; reason: string }
  /** Decides on a refund that waits for a second person. */
  | { does: 'confirm-refund' | 'decline-refund'; number: number; reason: string }
  | { does: 'drop-refund' | 'send-receipt' | 'forget' | 'see-contact'; number: number; reason: string }
  | { does: 'note'; number: number; reason: string }
  | { does: 'take-on' | 'finish'; attention: number; reason: string }
  /** Ends the sign-ins of one person, or of all people with null, on every device. */
  | { does: 'end-sign-ins'; person: string | null; reason: string }
  | StationAct;

/** Acts on points, stations and connections. */
export type StationAct =
  | { does: 'switch'; point: string; isOn: boolean; reason: string }
  /**
   * `protocol`: the only version that the station may speak ('ocpp1.6'). Null: the newest version that both sides speak.
   * Missing: unchanged.
   */
  | { does: 'add-station'; identity: string; protocol: string | null; reason: string }
  | { does: 'new-password'; identity: string; protocol?: string | null; reason: string }
  /**
   * `parties`: the parties that the platform will represent. Other parties that the platform claims wait for `confirm-parties`.
   */
  | ({ does: 'add-connection'; name: string; versionsUrl: string; token: string; reason: string } & NamedParties)
  | ({ does: PartiesAct; name: string; reason: string } & NamedParties);

type PartiesAct = 'confirm-parties' | 'withdraw-parties';
export type ActName = Act['does'];
