import type { Act } from '../../../shared/console/acts.ts';
import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Parses the session number in the path.
 * @returns 0, which no session has, if the number is invalid
 */
export const readNumber = ({ number = '' }: Values): number => (/^\d{9}$/.test(number) ? Number(number) : 0);

type FormAct = Exclude<Act, { does: 'note' | 'take-on' | 'finish' | 'end-sign-ins' }>;

/** Returns an action to preview. While no reason is typed, its reason is '…', because an action without a reason is refused. */
export const previewed = <A extends FormAct>(act: A): A => ({ ...act, reason: act.reason.trim() || '…' });

const plain =
  (
    does:
      | 'stop'
      | 'waive'
      | 'confirm-refund'
      | 'decline-refund'
      | 'drop-refund'
      | 'send-receipt'
      | 'forget'
      | 'see-contact'
      | 'unlock',
  ) =>
  (number: number, { reason = '' }: Values): FormAct =>
    previewed({ does, number, reason });

export interface ActForm {
  /**
   * Parses the form into an action.
   * @returns null if a value is invalid
   */
  read(number: number, values: Values): FormAct | null;
  /** True: the form has fields besides the reason, so the preview comes in a second step. */
  confirmsFirst: boolean;
  needsReason: boolean;
}

/** The forms of all actions on a session, by the last segment of the path. */
export const ACT_FORMS: Readonly<Record<string, ActForm>> = {
  stop: { read: plain('stop'), confirmsFirst: false, needsReason: true },
  waive: { read: plain('waive'), confirmsFirst: false, needsReason: true },
  'confirm-refund': { read: plain('confirm-refund'), confirmsFirst: false, needsReason: true },
  'decline-refund': { read: plain('decline-refund'), confirmsFirst: false, needsReason: true },
  'drop-refund': { read: plain('drop-refund'), confirmsFirst: false, needsReason: true },
  'send-receipt': { read: plain('send-receipt'), confirmsFirst: false, needsReason: false },
  unlock: { read: plain('unlock'), confirmsFirst: false, needsReason: true },
  forget: { read: plain('forget'), confirmsFirst: false, needsReason: true },
  'see-contact': { read: plain('see-contact'), confirmsFirst: false, needsReason: true },
  bill: {
    confirmsFirst: true,
    needsReason: true,
    read(number: number, { energy = '', reason = '' }) {
      const typed = energy.trim().replace(',', '.');
      if (typed !== '' && !/^\d{1,4}(\.\d{1,3})?$/.test(typed)) return null;
      const energyWh = typed === '' ? null : Math.round(Number(typed) * 1000);
      return previewed({ does: 'bill', number, energyWh, endedAt: null, reason });
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
      return previewed({ does: 'refund', number, amountMinor, reason });
    },
  },
};

/**
 * Returns true if the full amount is selected but a partial amount was typed. The form is then refused, because it is unclear
 * what the person wants.
 */
export const isAllAndPart = ({ how, part = '' }: Values): boolean => how === 'all' && part.trim() !== '';

/**
 * Returns the form of an action on a session.
 * @returns null if there is no such action
 */
export const actForm = (does = ''): ActForm | null => (Object.hasOwn(ACT_FORMS, does) ? (ACT_FORMS[does] ?? null) : null);
