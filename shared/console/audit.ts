import type { Money } from '../model/money.ts';
import type { ListFormat, OperatedFile } from './files.ts';

export const AUDIT_FILTERS = ['money', 'data', 'stations', 'signing-in', 'refused'] as const;
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

/** Every act that the audit has, and the filter that shows it; null: it is among all only. */
export const AUDITED_ACTS = {
  refund: 'money',
  'request-refund': 'money',
  'confirm-refund': 'money',
  'decline-refund': 'money',
  'drop-refund': 'money',
  bill: 'money',
  waive: 'money',
  export: 'money',
  'pass-over': 'money',
  'read-payouts': 'money',
  'see-contact': 'data',
  forget: 'data',
  'send-receipt': 'data',
  stop: 'stations',
  unlock: 'stations',
  switch: 'stations',
  'add-station': 'stations',
  'remove-station': 'stations',
  'new-password': 'stations',
  'change-password': 'stations',
  'reset-station': 'stations',
  'set-availability': 'stations',
  'add-connection': 'stations',
  'set-connection': 'stations',
  'agree-connection': 'stations',
  'confirm-parties': 'stations',
  'withdraw-parties': 'stations',
  'invite-connection': 'stations',
  'leave-connection': 'stations',
  import: 'stations',
  'sign-in': 'signing-in',
  'sign-out': 'signing-in',
  'sign-out-everywhere': 'signing-in',
  'print-link': 'signing-in',
  'end-sign-ins': 'signing-in',
  note: null,
  'take-on': null,
  finish: null,
} as const satisfies Readonly<Record<string, Exclude<AuditFilter, 'refused'> | null>>;
export type AuditedAct = keyof typeof AUDITED_ACTS;
/** Another version of the app may have written others. */
export const isAuditedAct = (does: string): does is AuditedAct => Object.hasOwn(AUDITED_ACTS, does);

export interface AuditQuery {
  who?: string;
  is?: AuditFilter;
  /** A session's number, or a word of a reason. */
  find?: string;
  before?: number;
}

/** What somebody has done, or was refused. */
export interface AuditLine {
  id: number;
  at: string;
  who: string;
  does: AuditedAct;
  number: number | null;
  /** The point, station or connection it is about; null: none. */
  about: string | null;
  isDone: boolean;
  amount: Money | null;
  reason: string;
}

/** A page of the audit, and who there is to choose from. */
export interface Audit {
  lines: readonly AuditLine[];
  /** Where the next page begins; null: this is the last. */
  before: number | null;
  people: readonly string[];
}

/** How acts are called by whoever reads the file. */
export interface ActNames {
  names: Readonly<Record<AuditedAct, string>>;
}

export interface OperatingAudit {
  listAudit(query: AuditQuery): Promise<Audit>;
  /** The same lines, all of its pages, as a file; that it was taken is its newest line. */
  exportAudit(query: AuditQuery & ListFormat & ActNames): Promise<OperatedFile>;
}
