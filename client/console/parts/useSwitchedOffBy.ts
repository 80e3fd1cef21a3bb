import type { SwitchedOff } from '../../../shared/console/stations.ts';
import { useWords } from '../core/translations.ts';

/** Returns a function that says when, by whom and why a point was switched off. A partner reads only when. */
export function useSwitchedOffBy(): (off: SwitchedOff) => string {
  const { t, dateTime } = useWords();
  return ({ by, at, reason }) => (by === '' ? dateTime(at) : t('stations.offBy', { who: by, at: dateTime(at), reason }));
}
