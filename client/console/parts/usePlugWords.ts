import type { PointLine } from '../../../shared/console/stations.ts';
import { useWords } from '../core/translations.ts';

/** Returns a function that writes the state of a plug. A plug that staff have switched off is named so before its own state. */
export function usePlugWords() {
  const { t } = useWords();
  return ({ state, group }: PointLine['plugs'][number]): string => {
    const reported = t(`stations.state.${state}`);
    if (group === 'off') return t('stations.offReports', { state: reported });
    return group === 'others' ? t('stations.is.others') : reported;
  };
}
