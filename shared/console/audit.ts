import type { Money } from '../money.ts';
import type { ListFormat, OperatedFile } from './files.ts';

export const AUDIT_FILTERS = ['money', 'data', 'stations', 'signing-in', 'refused'] as const;
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

export interface AuditAsk {
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
  does: string;
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

export interface OperatingAudit {
  listAudit(ask: AuditAsk): Promise<Audit>;
  /** The same lines, all of its pages, as a file; that it was taken is its newest line. */
  takeAudit(ask: AuditAsk & ListFormat): Promise<OperatedFile>;
}
