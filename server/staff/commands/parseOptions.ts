import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { ActRefused, type SettlementOptions } from '../acts/manualSettlement.ts';

type Options = Readonly<Record<string, string | undefined>>;

// What people type behind a command's options.

/** @throws NotStuck */
export function readStuck({ transaction = '', reason = '' }: Options): SettlementOptions {
  if (reason.trim() === '') throw new ActRefused('This needs a reason: it is kept in the audit.');
  return { number: readNumber(transaction), reason: reason.trim() };
}

/** Kilowatt-hours as people write them, in whole watt-hours. @throws NotStuck */
export function readWh(energy: string | undefined): number | null {
  if (energy === undefined) return null;
  if (!/^\d{1,4}([.,]\d{1,3})?$/.test(energy.trim()))
    throw new ActRefused('The energy is not usable: write kilowatt-hours like 12.345');
  return Math.round(Number(energy.trim().replace(',', '.')) * 1000);
}

/** With its zone, or it would mean another time elsewhere. @throws NotStuck */
export function readInstant(typed: string | undefined): Date | null {
  if (typed === undefined) return null;
  const at = new Date(typed.trim());
  if (!/T.*(Z|[+-]\d{2}:\d{2})$/.test(typed.trim()) || Number.isNaN(at.getTime()))
    throw new ActRefused('The time is not usable: write it with its zone, like 2026-05-04T18:40Z');
  return at;
}

/** Ids of alerts. @throws RangeError where one is none, or there is no reason */
export function readIds({ ids, reason }: { ids: string; reason: string }): number[] {
  const numbers = ids.split(/[\s,]+/).filter(Boolean);
  if (numbers.length === 0 || !numbers.every(number => /^\d{1,15}$/.test(number)))
    throw new RangeError('Give the ids that `attention` shows: done 12 13 --reason "…"');
  if (reason.trim() === '') throw new RangeError('This needs a reason: it is kept in the audit.');
  return numbers.map(Number);
}

/** Whose contact details. @throws RangeError for anything but one of the two */
export function readWhose({ email = '', transaction = '' }: Options) {
  if (email.includes('@') && transaction === '') return { email };
  if (/^\d{9}$/.test(transaction.replace(/\s/g, '')) && email === '') return { transaction: readNumber(transaction) };
  throw new RangeError('Give either an e-mail address or a transaction ID of nine digits.');
}

/** As people copy it from a receipt, in groups of three. */
export const readNumber = (transaction: string): number => Number(transaction.replace(/\s/g, ''));

/** The most that is to be taken, in minor units. @throws NotStuck */
export function readMaximum(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  const minor = readAmountMinor(typed);
  if (minor === null || minor < 1)
    throw new ActRefused('The amount is not usable: write it like 4.20; for nothing there is `waive`.');
  return minor;
}
