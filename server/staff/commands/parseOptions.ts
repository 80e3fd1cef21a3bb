import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { ActRefused, type SettlementOptions } from '../acts/manualSettlement.ts';

type Options = Readonly<Record<string, string | undefined>>;

// What people type behind a command's options.

/** @throws NotStuck */
export function readStuck({ transaction = '', reason = '' }: Options): SettlementOptions {
  if (reason.trim() === '') throw new ActRefused('Missing --reason. It is stored in the audit log.');
  return { number: readNumber(transaction), reason: reason.trim() };
}

/** Kilowatt-hours as people write them, in whole watt-hours. @throws NotStuck */
export function readWh(energy: string | undefined): number | null {
  if (energy === undefined) return null;
  if (!/^\d{1,4}([.,]\d{1,3})?$/.test(energy.trim())) throw new ActRefused('Invalid energy. Use kilowatt-hours such as 12.345.');
  return Math.round(Number(energy.trim().replace(',', '.')) * 1000);
}

/** With its zone, or it would mean another time elsewhere. @throws NotStuck */
export function readInstant(typed: string | undefined): Date | null {
  if (typed === undefined) return null;
  const at = new Date(typed.trim());
  if (!/T.*(Z|[+-]\d{2}:\d{2})$/.test(typed.trim()) || Number.isNaN(at.getTime()))
    throw new ActRefused('Invalid time. Use a time with its zone such as 2026-05-04T18:40Z.');
  return at;
}

/** Ids of alerts. @throws RangeError where one is none, or there is no reason */
export function readIds({ ids, reason }: { ids: string; reason: string }): number[] {
  const numbers = ids.split(/[\s,]+/).filter(Boolean);
  if (numbers.length === 0 || !numbers.every(number => /^\d{1,15}$/.test(number)))
    throw new RangeError('Missing alert ids. `attention` lists them: done 12 13 --reason "…"');
  if (reason.trim() === '') throw new RangeError('Missing --reason. It is stored in the audit log.');
  return numbers.map(Number);
}

/** Whose contact details. @throws RangeError for anything but one of the two */
export function readWhose({ email = '', transaction = '' }: Options) {
  if (email.includes('@') && transaction === '') return { email };
  if (/^\d{9}$/.test(transaction.replace(/\s/g, '')) && email === '') return { transaction: readNumber(transaction) };
  throw new RangeError('Use either an email address or a transaction ID of nine digits.');
}

/** As people copy it from a receipt, in groups of three. */
export const readNumber = (transaction: string): number => Number(transaction.replace(/\s/g, ''));

/** The most that is to be taken, in minor units. @throws NotStuck */
export function readMaximum(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  const minor = readAmountMinor(typed);
  if (minor === null || minor < 1) throw new ActRefused('Invalid amount. Use 4.20, or `waive` to charge nothing.');
  return minor;
}
