import type { NamedParties } from './parties.ts';

/** One list for the console and the command line. */
export type Act =
  | { does: 'stop' | 'waive'; number: number; reason: string }
  | { does: 'bill'; number: number; energyWh: number | null; endedAt: string | null; reason: string }
  | { does: 'refund'; number: number; amountMinor: number | 'all'; reason: string }
  /** Of a refund that waits for a second person. */
  | { does: 'confirm-refund' | 'decline-refund'; number: number; reason: string }
  | { does: 'drop-refund' | 'send-receipt' | 'forget' | 'see-contact'; number: number; reason: string }
  | { does: 'note'; number: number; reason: string }
  | { does: 'take-on' | 'finish'; attention: number; reason: string }
  /** Of one person or, with null, of everybody: on every device. */
  | { does: 'end-sign-ins'; person: string | null; reason: string }
  | StationAct;

/** About points, stations and connections. */
export type StationAct =
  | { does: 'switch'; point: string; isOn: boolean; reason: string }
  /** `protocol`: the only version it may speak, 'ocpp1.6'; null: the newest that both speak; missing: as before. */
  | { does: 'add-station'; identity: string; protocol: string | null; reason: string }
  | { does: 'new-password'; identity: string; protocol?: string | null; reason: string }
  /** The parties that it will represent; whatever else it claims waits for `confirm-parties`. */
  | ({ does: 'add-connection'; name: string; versionsUrl: string; token: string; reason: string } & NamedParties)
  | ({ does: PartiesAct; name: string; reason: string } & NamedParties);

type PartiesAct = 'confirm-parties' | 'withdraw-parties';
export type ActName = Act['does'];
