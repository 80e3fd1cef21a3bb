import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../shared/charging.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Plate } from '../../components/text/Plate.tsx';
import { EvseId, Hidden, Num, RichText } from '../../components/text/Text.tsx';
import { useVisit } from '../../pageData.tsx';
import { HelpHere } from './HelpHere.tsx';
import { PlugFacts } from './plug/PlugPicker.tsx';
import { PLUG_ICONS } from './plug/plugFacts.ts';

interface WhereProps {
  point: ChargingPoint;
  plug?: Plug;
  isVerified: boolean;
}

/** Where the driver stands: address, ID and, once it is chosen, the plug with its number as on the hardware. */
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
            <Icon name={PLUG_ICONS[plug.kind]} size="lg" />
            <span>
              <b>{t(`plug.type.${plug.kind}`)}</b>, <PlugFacts point={point} plug={plug} />
            </span>
          </PlugLine>
          <p>
            <b>{t('plug.match', { number: plug.number })}</b>
          </p>
        </>
      )}
      {!isVerified && <Compare evseId={evseId} />}
      {plug && point.plugs.length > 1 ? (
        <TextLink as={AppLink} to={`/${clientId}/evse/${evseId}`}>
          <Icon name="arrow-left" />
          {t('plug.back')}
        </TextLink>
      ) : (
        <TextLink as={AppLink} to={`/${clientId}`}>
          {t('location.wrongPoint')}
        </TextLink>
      )}
      <HelpHere point={point} />
    </Box>
  );
}

/** A sticker over another one leads to another charging point, or to another site: what tells them apart. */
function Compare({ evseId }: { evseId: string }) {
  const { t } = useTranslation();
  const { host } = useVisit();
  const tags = { evse: () => <Num>{evseId}</Num>, host: (inner: string) => <b>{inner}</b> };
  return (
    <Check>
      <Icon name="shield-check" />
      <span>
        <RichText text={t('code.compare', { evse: '<evse>-</evse>', host: `<host>${host}</host>` })} tags={tags} />
      </span>
    </Check>
  );
}

const Box = styled.div`
  padding-bottom: var(--s3);
  > p {
    margin-top: var(--s3);
  }
`;

const Check = styled.p`
  display: flex;
  gap: var(--s2);
  font-size: var(--t-sm);
  line-height: 1.4;
  svg {
    flex: none;
    color: var(--success);
  }
`;

const PlugLine = styled.p`
  display: flex;
  gap: var(--s3);
  align-items: center;
  @media (max-width: 18em) {
    display: block;
    svg {
      margin-bottom: var(--s2);
    }
  }
`;
