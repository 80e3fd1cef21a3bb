import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../shared/charging.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Plate } from '../../components/text/Plate.tsx';
import { EvseId, Hidden } from '../../components/text/Text.tsx';
import { HelpHere } from './HelpHere.tsx';
import { PlugFacts } from './plug/PlugPicker.tsx';
import { PLUG_ICONS } from './plug/plugFacts.ts';

/** Where the driver stands: address, ID and, once it is chosen, the plug with its number as on the hardware. */
export function Where({ point, plug }: { point: ChargingPoint; plug?: Plug }) {
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

const Box = styled.div`
  padding-bottom: var(--s3);
  > p {
    margin-top: var(--s3);
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
