import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { PlateNumber, PlateText } from '../../../components/text/Plate.tsx';
import { Hidden, Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { HelpHere } from './HelpHere.tsx';
import { PlugFacts } from './PlugDetails.tsx';

interface PlugHeadProps {
  point: ChargingPoint;
  plug: Plug;
  /** True if the driver has scanned the current QR code of the station's screen. */
  isVerified: boolean;
}

/** Number, address and kind of the chosen plug, and what the driver compares at the station and in the browser. */
export function PlugHead({ point, plug, isVerified }: PlugHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <Head>
        <PlateNumber>
          <PlateText number={plug.number} />
        </PlateNumber>
        <p>
          <b>{point.street}</b>
          <small>
            {point.postalCode} {point.city}
          </small>
          <small>
            {t(`plug.type.${plug.kind}`)}, <PlugFacts point={point} plug={plug} />
          </small>
        </p>
        <Change point={point} />
      </Head>
      <HelpHere point={point}>
        <Check point={point} plug={plug} isVerified={isVerified} />
      </HelpHere>
    </>
  );
}

/**
 * A question by which a driver recognises a fake sticker, which leads to another charging point or another site. After the scan of
 * a code on the station's screen, only the number of the plug remains to be compared.
 */
function Check({ point: { evseId }, plug: { number }, isVerified }: PlugHeadProps) {
  const { t } = useTranslation();
  const { host } = useVisit();
  const tags = {
    n: (inner: string) => <b>{inner}</b>,
    evse: () => <Num as="b">{evseId}</Num>,
    host: (inner: string) => <b lang="">{inner}</b>,
  };
  const values = { number: `<n>${number}</n>`, evse: '<evse>-</evse>', host: `<host>${host}</host>` };
  return (
    <CheckLine>
      <Icon name="shield-check" />
      <span>
        <RichText text={t(isVerified ? 'plug.match' : 'plug.compare', values)} tags={tags} />
      </span>
    </CheckLine>
  );
}

/** A link to choose another plug. If the charging point has only one, the link leads to the choice of a charging point. */
function Change({ point: { clientId, evseId, plugs } }: { point: ChargingPoint }) {
  const { t } = useTranslation();
  const [to, what] = plugs.length > 1 ? [`/${clientId}/evse/${evseId}`, 'plug.back'] : [`/${clientId}`, 'location.wrongPoint'];
  return (
    <Other to={to}>
      {t('plug.change')}
      <Hidden> ({t(what)})</Hidden>
    </Other>
  );
}

const Head = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--s3);
  align-items: center;
  padding-bottom: var(--s2);
  ${PlateNumber} {
    min-width: 3.5rem;
    height: 3.5rem;
    font-size: 2.1rem;
    border-width: 1px;
  }
  b {
    display: block;
    line-height: 1.25;
    text-wrap: balance;
  }
  small {
    display: block;
    color: var(--ink-2);
    font-size: var(--t-sm);
    line-height: 1.35;
  }
  @media (max-width: 17em) {
    grid-template-columns: auto minmax(0, 1fr);
  }
`;

const Other = styled(AppLink)`
  display: inline-flex;
  align-items: center;
  min-width: 48px;
  min-height: 48px;
  color: var(--primary-text);
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
  @media (max-width: 17em) {
    grid-column: 1 / -1;
    justify-self: start;
  }
  @media print {
    display: none;
  }
`;

const CheckLine = styled.span`
  display: flex;
  padding-block: var(--s2);
  gap: var(--s2);
  align-items: center;
  color: var(--ink-2);
  b {
    color: var(--ink);
  }
  svg {
    width: 1.25rem;
    height: 1.25rem;
    color: var(--success);
  }
`;
