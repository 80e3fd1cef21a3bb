import type { Money } from '../model/money.ts';
import type { ListFormat, OperatedFile } from './files.ts';

export const AUDIT_FILTERS = ['money', 'data', 'stations', 'webhooks', 'signing-in', 'refused'] as const;
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

/** All actions in the audit log, each with the filter that selects it. Null: no filter selects it. */
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
  'change-price': 'money',
  'request-price': 'money',
  'confirm-price': 'money',
  'decline-price': 'money',
  'withdraw-price': 'money',
  'see-contact': 'data',
  forget: 'data',
  'driver-data': 'data',
  'send-receipt': 'data',
  'add-webhook': 'webhooks',
  'remove-webhook': 'webhooks',
  'test-webhook': 'webhooks',
  'redeliver-webhook': 'webhooks',
  'rotate-webhook-secret': 'webhooks',
  'switch-webhook-on': 'webhooks',
  stop: 'stations',
  unlock: 'stations',
  switch: 'stations',
  'add-station': 'stations',
  'add-stations': 'stations',
  'remove-station': 'stations',
  'new-password': 'stations',
  'change-password': 'stations',
  'reset-station': 'stations',
  'answer-fault': 'stations',
  'close-faults': 'stations',
  'set-availability': 'stations',
  'restart-station': 'stations',
  'trigger-message': 'stations',
  'read-settings': 'stations',
  'request-log': 'stations',
  'change-setting': 'stations',
  'limit-charging': 'stations',
  'update-firmware': 'stations',
  'add-connection': 'stations',
  'set-connection': 'stations',
  'agree-connection': 'stations',
  'confirm-parties': 'stations',
  'withdraw-parties': 'stations',
  'invite-connection': 'stations',
  'leave-connection': 'stations',
  import: 'stations',
  'revert-import': 'stations',
  'sign-in': 'signing-in',
  'sign-out': 'signing-in',
  'sign-out-everywhere': 'signing-in',
  'print-link': 'signing-in',
  'end-sign-ins': 'signing-in',
  'add-token': 'signing-in',
  'revoke-token': 'signing-in',
  note: null,
  'take-on': null,
  finish: null,
} as const satisfies Readonly<Record<string, Exclude<AuditFilter, 'refused'> | null>>;
export type AuditedAct = keyof typeof AUDITED_ACTS;
/**
 * Returns true if this version of the app knows the action. Other versions may have written further actions into the audit log.
 */
export const isAuditedAct = (does: string): does is AuditedAct => Object.hasOwn(AUDITED_ACTS, does);

export interface AuditQuery {
  who?: string;
  is?: AuditFilter;
  /** Search text: the transaction number of a session, or a word of a reason. */
  find?: string;
  before?: number;
}

/** One action of a staff member, performed or refused. */
export interface AuditLine {
  id: number;
  at: string;
  who: string;
  does: AuditedAct;
  number: number | null;
  /** The point, station or connection that the action concerns. Null: none of these. */
  about: string | null;
  isDone: boolean;
  amount: Money | null;
  reason: string;
  /** Name of the API token with which the person acted. Null: the person acted in the console or on the command line. */
  token: string | null;
  /** Id of the brand to which the person was limited. Null: none. */
  brand: string | null;
  /** Id of the brand to which the new sign-in link or token is limited. Null: none. */
  aboutBrand: string | null;
}

/** One page of the audit log, and the people to choose from in the filter. */
export interface Audit {
  lines: readonly AuditLine[];
  /** Cursor of the next page. Null: this is the last page. */
  before: number | null;
  people: readonly string[];
}

/** Names of the actions in the language of the person who exports the audit log. */
export interface ActNames {
  names: Readonly<Record<AuditedAct, string>>;
}

export interface OperatingAudit {
  listAudit(query: AuditQuery): Promise<Audit>;
  /** Exports all matching entries of the audit log, not only one page. The export itself is the newest entry. */
  exportAudit(query: AuditQuery & ListFormat & ActNames): Promise<OperatedFile>;
}
