import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TextLink } from '../../../components/control/Button.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Plate } from '../../../components/text/Plate.tsx';
import { EvseId, Hidden, Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { HelpHere } from './HelpHere.tsx';
import { PlugFacts } from './PlugPicker.tsx';
import { PLUG_ICONS } from './plugFacts.ts';

interface WhereProps {
  point: ChargingPoint;
  plug?: Plug;
  isVerified: boolean;
}

/** Address and EVSE ID of the charging point, and the printed number of the chosen plug. */
export function Where({ point, plug, isVerified }: WhereProps) {
  const { t } = useTranslation();
  const { clientId, evseId } = point;
  return (
    <Box>
      <Plate number={plug?.number}>
        <b>{point.street}</b>
        {point.postalCode} {point.city}
        <span>
          <Hidden>{t('location.evse')}: </Hidden>
          <EvseId id={evseId} />
        </span>
      </Plate>
      {plug && (
        <>
          <PlugLine>
            <Icon name={PLUG_ICONS[plug.kind]} />
            <span>
              <b>{t(`plug.type.${plug.kind}`)}</b>, <PlugFacts point={point} plug={plug} />
            </span>
          </PlugLine>
          <Match>
            <b>{t('plug.match', { number: plug.number })}</b>
            <Change point={point} />
          </Match>
        </>
      )}
      {!plug && (
        <TextLink as={AppLink} to={`/${clientId}`}>
          {t('location.wrongPoint')}
        </TextLink>
      )}
      <HelpHere point={point}>{!isVerified && <Compare evseId={evseId} />}</HelpHere>
    </Box>
  );
}

/** A link to choose another plug. If the charging point has only one, the link leads to the choice of a charging point. */
function Change({ point: { clientId, evseId, plugs } }: { point: ChargingPoint }) {
  const { t } = useTranslation();
  const [to, what] = plugs.length > 1 ? [`/${clientId}/evse/${evseId}`, 'plug.back'] : [`/${clientId}`, 'location.wrongPoint'];
  return (
    <TextLink as={AppLink} to={to}>
      {t('plug.change')}
      <Hidden> ({t(what)})</Hidden>
    </TextLink>
  );
}

/** Explains how to recognise a fake sticker. Such a sticker leads to another charging point or another site. */
export function Compare({ evseId }: { evseId: string }) {
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

const Match = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s4);
  min-height: 48px;
`;

const PlugLine = styled.p`
  display: flex;
  gap: var(--s2);
  align-items: center;
  @media (max-width: 18em) {
    display: block;
    svg {
      margin-bottom: var(--s2);
    }
  }
`;
