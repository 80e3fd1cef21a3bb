import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

/** Current type, power and cable of a plug on one line: "AC bis 22 kW, eigenes Kabel". */
export function PlugFacts({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const current = t(plug.isDc ? 'plug.dc' : 'plug.ac');
  const power = t('plug.power', { kw: format.rating(plug.powerW) });
  return `${current} ${power}, ${t(plug.hasCable ? 'plug.attached' : 'plug.ownCable')}`;
}
