import type { Act } from '../../../shared/console/acts.ts';
import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';

type Values = Readonly<Record<string, string>>;

/** A session's number in an address; what is none is nobody's. */
export const readNumber = ({ number = '' }: Values): number => (/^\d{9}$/.test(number) ? Number(number) : 0);

/** Before somebody has given a reason, one stands in for it where it is only looked at what would be. */
const NOT_YET = '…';

type FormAct = Exclude<Act, { does: 'note' | 'take-on' | 'finish' | 'end-sign-ins' }>;

const plain =
  (does: 'stop' | 'waive' | 'confirm-refund' | 'decline-refund' | 'drop-refund' | 'send-receipt' | 'forget' | 'see-contact') =>
  (number: number, { reason = '' }: Values): FormAct => ({ does, number, reason: reason.trim() || NOT_YET });

interface ActForm {
  /** What the form asks; null: it cannot be read. */
  read(number: number, values: Values): FormAct | null;
  /** How much has to be said first: then the consequence is on a second page. */
  confirmsFirst: boolean;
  /** It is decided, and shown, only with a reason. */
  needsReason: boolean;
}

/** What may be done about a session, by the last part of the address. */
export const ACT_FORMS: Readonly<Record<string, ActForm>> = {
  stop: { read: plain('stop'), confirmsFirst: false, needsReason: true },
  waive: { read: plain('waive'), confirmsFirst: false, needsReason: true },
  'confirm-refund': { read: plain('confirm-refund'), confirmsFirst: false, needsReason: true },
  'decline-refund': { read: plain('decline-refund'), confirmsFirst: false, needsReason: true },
  'drop-refund': { read: plain('drop-refund'), confirmsFirst: false, needsReason: true },
  'send-receipt': { read: plain('send-receipt'), confirmsFirst: false, needsReason: false },
  forget: { read: plain('forget'), confirmsFirst: false, needsReason: true },
  'see-contact': { read: plain('see-contact'), confirmsFirst: false, needsReason: true },
  bill: {
    confirmsFirst: true,
    needsReason: true,
    read(number: number, { energy = '', reason = '' }) {
      const typed = energy.trim().replace(',', '.');
      if (typed !== '' && !/^\d{1,4}(\.\d{1,3})?$/.test(typed)) return null;
      const energyWh = typed === '' ? null : Math.round(Number(typed) * 1000);
      return { does: 'bill', number, energyWh, endedAt: null, reason: reason.trim() || NOT_YET };
    },
  },
  refund: {
    confirmsFirst: true,
    needsReason: true,
    read(number: number, values) {
      const { how = '', part = '', reason = '' } = values;
      if (isAllAndPart(values) || (how !== 'all' && part.trim() === '')) return null;
      const amountMinor = how === 'all' ? 'all' : readAmountMinor(part);
      if (amountMinor === null) return null;
      return { does: 'refund', number, amountMinor, reason: reason.trim() || NOT_YET };
    },
  },
};

/** Everything was chosen and an amount was typed: only a person can say which is meant. */
export const isAllAndPart = ({ how, part = '' }: Values): boolean => how === 'all' && part.trim() !== '';

/** Null: nothing of this name may be done about a session. */
export const actForm = (does = ''): ActForm | null => (Object.hasOwn(ACT_FORMS, does) ? (ACT_FORMS[does] ?? null) : null);
