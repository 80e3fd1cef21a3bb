import type { Cable, Session } from '../../../../shared/charging/session.ts';
import type { IconName } from '../../../components/text/Icon.tsx';

/** Texts and style for one state of the cable after charging. */
export interface CableWords {
  variant: 'success' | 'warning' | 'info';
  icon: IconName;
  /** Text key of the first line. `text` is the text key of the advice below it. Null: no advice. */
  title: string;
  text: string | null;
}

const FREE: CableWords = { variant: 'success', icon: 'lock-open', title: 'session.cable.free', text: 'session.unplug' };
const LOCKED: Readonly<Record<NonNullable<Cable['unlock']> | 'unasked', CableWords>> = {
  unasked: { variant: 'warning', icon: 'lock', title: 'session.cable.locked', text: 'session.cable.locked.text' },
  asked: { variant: 'info', icon: 'lock', title: 'session.cable.asked', text: null },
  unlocked: { variant: 'success', icon: 'lock-open', title: 'session.cable.unlocked', text: 'session.cable.unlocked.text' },
  refused: { variant: 'warning', icon: 'lock', title: 'session.cable.refused', text: 'session.cable.refused.text' },
};

/**
 * Returns the headline while the last meter value is missing. If the station does not report the state of the cable, there is a
 * general headline.
 */
export function plugWords(cable: Cable | undefined): CableWords {
  if (!cable) return { variant: 'info', icon: 'plug', title: 'session.finishing.try', text: 'session.finishing.try.text' };
  if (!cable.isLocked) return { ...FREE, title: 'session.finishing.free', text: 'session.finishing.free.text' };
  if (cable.unlock === null)
    return { ...LOCKED.unasked, title: 'session.finishing.locked', text: 'session.finishing.locked.text' };
  return LOCKED[cable.unlock];
}

export const cableWords = ({ isLocked, unlock }: Cable): CableWords => (isLocked ? LOCKED[unlock ?? 'unasked'] : FREE);

/** Returns the text key of the first line. Null: the state of the cable is unknown. */
export const cableTitle = (session: Session): string | null =>
  'cable' in session && session.cable ? cableWords(session.cable).title : null;
