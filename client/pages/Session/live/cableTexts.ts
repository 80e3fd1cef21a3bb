import type { Cable, Session } from '../../../../shared/charging/session.ts';
import type { IconName } from '../../../components/text/Icon.tsx';

/** What is said of a plug once charging is over. */
export interface CableWords {
  look: 'success' | 'warning' | 'info';
  icon: IconName;
  /** Keys of the first line, and of what to do. */
  title: string;
  text: string | null;
}

const FREE: CableWords = { look: 'success', icon: 'lock-open', title: 'session.cable.free', text: 'session.unplug' };
const LOCKED: Readonly<Record<NonNullable<Cable['unlock']> | 'unasked', CableWords>> = {
  unasked: { look: 'warning', icon: 'lock', title: 'session.cable.locked', text: 'session.cable.locked.text' },
  asked: { look: 'info', icon: 'lock', title: 'session.cable.asked', text: null },
  unlocked: { look: 'success', icon: 'lock-open', title: 'session.cable.unlocked', text: 'session.cable.unlocked.text' },
  refused: { look: 'warning', icon: 'lock', title: 'session.cable.refused', text: 'session.cable.refused.text' },
};

/** While the last value is under way: the headline of the page, also where the station does not tell. */
export function plugWords(cable: Cable | undefined): CableWords {
  if (!cable) return { look: 'info', icon: 'plug', title: 'session.finishing.try', text: 'session.finishing.try.text' };
  if (!cable.isLocked) return { ...FREE, title: 'session.finishing.free', text: 'session.finishing.free.text' };
  if (cable.unlock === null)
    return { ...LOCKED.unasked, title: 'session.finishing.locked', text: 'session.finishing.locked.text' };
  return LOCKED[cable.unlock];
}

export const cableWords = ({ isLocked, unlock }: Cable): CableWords => (isLocked ? LOCKED[unlock ?? 'unasked'] : FREE);

/** Key of its first line; null: nothing is known of the plug. */
export const cableTitle = (session: Session): string | null =>
  'cable' in session && session.cable ? cableWords(session.cable).title : null;
