import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

/** Returns the current type with the power ("AC bis 22 kW"), and the cable ("eigenes Kabel"). */
export function usePlugFacts(point: ChargingPoint, { isDc, powerW, hasCable }: Plug): { power: string; cable: string } {
  const { t } = useTranslation();
  const format = useFormat(point);
  return {
    power: `${t(isDc ? 'plug.dc' : 'plug.ac')} ${t('plug.power', { kw: format.rating(powerW) })}`,
    cable: t(hasCable ? 'plug.attached' : 'plug.ownCable'),
  };
}

/** Current type, power and cable of a plug on one line: "AC bis 22 kW, eigenes Kabel". */
export function PlugFacts({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { power, cable } = usePlugFacts(point, plug);
  return `${power}, ${cable}`;
}
