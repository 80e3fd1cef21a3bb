import type { Money } from '../model/money.ts';
import type { ListFormat, OperatedFile } from './files.ts';

export const AUDIT_FILTERS = ['money', 'data', 'stations', 'signing-in', 'refused'] as const;
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

/** Every act in the audit with the filter that includes the act. Null: the act appears only without a filter. */
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
/** Checks the name because another version of the app may have written acts that this version does not have. */
export const isAuditedAct = (does: string): does is AuditedAct => Object.hasOwn(AUDITED_ACTS, does);

export interface AuditQuery {
  who?: string;
  is?: AuditFilter;
  /** Number of a session, or a word of a reason. */
  find?: string;
  before?: number;
}

/** One act of a person, performed or refused. */
export interface AuditLine {
  id: number;
  at: string;
  who: string;
  does: AuditedAct;
  number: number | null;
  /** The point, station or connection that the act concerns. Null: none. */
  about: string | null;
  isDone: boolean;
  amount: Money | null;
  reason: string;
}

/** One page of the audit, with the people that the filter offers. */
export interface Audit {
  lines: readonly AuditLine[];
  /** Cursor of the next page. Null: this page is the last one. */
  before: number | null;
  people: readonly string[];
}

/** Names of the acts in the language of the reader of the file. */
export interface ActNames {
  names: Readonly<Record<AuditedAct, string>>;
}

export interface OperatingAudit {
  listAudit(query: AuditQuery): Promise<Audit>;
  /** Exports all pages of the same list as a file. The export itself is the newest line of the file. */
  exportAudit(query: AuditQuery & ListFormat & ActNames): Promise<OperatedFile>;
}
