import type { FaultKind } from '../charging/faultReport.ts';
import type { OperatedFile } from './files.ts';

/** How staff close the issue of a charging point. */
export const FAULT_OUTCOMES = ['fixed', 'not-confirmed'] as const;
export type FaultOutcome = (typeof FAULT_OUTCOMES)[number];

/** Maximum number of characters of an answer. The console cuts longer fields. */
export const MAX_ANSWER = 900;

/** An open report of a driver about a charging point. */
export interface FaultLine {
  id: string;
  kind: FaultKind;
  /** Printed number of the plug. Null: the report is about the charging point. */
  plug: string | null;
  words: string;
  receivedAt: string;
  hasPhoto: boolean;
  /** True: the driver has left an e-mail address. Staff do not see the address. */
  wantsAnswer: boolean;
  answers: readonly { at: string; by: string; words: string }[];
}

export interface OperatingFaults {
  /** Returns the photo of a report as a JPEG. `brand`: only of a report from the brand's page. Null: there is none, or the photo was deleted. */
  getFaultPhoto(request: { report: string; brand?: string }): Promise<OperatedFile | null>;
}

/** Actions on drivers' reports. */
export type FaultAct =
  /** Sends an e-mail to the driver. `words`: what the person has typed. */
  | { does: 'answer-fault'; report: string; words: string; reason: string }
  /** Closes the open reports about a point. `until`: only those received until this time, ISO 8601. Absent: all. */
  | { does: 'close-faults'; point: string; outcome: FaultOutcome; until?: string; reason: string };
