import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TextLink } from '../../../components/control/Button.tsx';
import { Plate } from '../../../components/text/Plate.tsx';
import { EvseId, Hidden, Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { HelpHere } from './HelpHere.tsx';

interface WhereProps {
  point: ChargingPoint;
  isVerified: boolean;
}

/** Address and EVSE ID of the charging point. */
export function Where({ point, isVerified }: WhereProps) {
  const { t } = useTranslation();
  const { clientId, evseId } = point;
  return (
    <Box>
      <Plate>
        <b>{point.street}</b>
        {point.postalCode} {point.city}
        <span>
          <Hidden>{t('location.evse')}: </Hidden>
          <EvseId id={evseId} />
        </span>
      </Plate>
      <TextLink as={AppLink} to={`/${clientId}`}>
        {t('location.wrongPoint')}
      </TextLink>
      <HelpHere point={point}>{!isVerified && <Compare evseId={evseId} />}</HelpHere>
    </Box>
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

const Box = styled.div`
  padding-bottom: var(--s2);
  > p {
    margin-top: var(--s3);
  }
`;
