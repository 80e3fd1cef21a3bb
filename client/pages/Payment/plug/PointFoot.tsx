import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { ActRow, ActRows } from '../../../components/control/ActRows.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { HelpHere } from './HelpHere.tsx';

interface PointFootProps {
  point: ChargingPoint;
  isVerified: boolean;
}

/** The end of the plug choice: a link for a driver who stands at another charging point, and help. */
export function PointFoot({ point, isVerified }: PointFootProps) {
  const { t } = useTranslation();
  return (
    <ActRows>
      <ActRow>
        <Icon name="map-pin" />
        <p>{t('location.wrongPoint')}</p>
        <AppLink to={`/${point.clientId}`}>{t('location.scanAgain')}</AppLink>
      </ActRow>
      <HelpHere point={point}>{!isVerified && <Compare evseId={point.evseId} />}</HelpHere>
    </ActRows>
  );
}

/** Explains how to recognise a fake sticker. Such a sticker leads to another charging point or another site. */
function Compare({ evseId }: { evseId: string }) {
  const { t } = useTranslation();
  const { host } = useVisit();
  const tags = { evse: () => <Num>{evseId}</Num>, host: (inner: string) => <b lang="">{inner}</b> };
  return (
    <span>
      <RichText text={t('location.compare', { evse: '<evse>-</evse>', host: `<host>${host}</host>` })} tags={tags} />
    </span>
  );
}
