import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Alternatives, FreePlug, FreeSite } from '../../../../shared/charging/alternatives.ts';
import { pathToPlug } from '../../../../shared/charging/paths.ts';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TapRows } from '../../../components/control/TapRows.ts';
import { Section } from '../../../components/layout/Columns.tsx';
import { HeadLine } from '../../../components/layout/HeadLine.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { EvseId, Hidden, Num } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useMainPrice } from '../price/usePrices.ts';
import { PlugMark } from './PlugMark.tsx';
import { PlugRows } from './PlugPicker.styles.ts';

type Location = Pick<SessionLocation, 'clientId' | 'evseId' | 'country' | 'timeZone'>;

interface FreePlugsProps {
  place: Location;
  alternatives: Alternatives;
  /** True: the driver has just tried a plug here, so the first list has the heading of another plug. */
  hasTried?: boolean;
}

/**
 * Where a driver can charge instead: free plugs at the same address, and places near there. Each row leads to the payment page
 * of its plug. Needs the text areas `freePlugs`, `plug` and `tariff` (see `Route.strings`).
 */
export function FreePlugs({ place, alternatives: { here, near, asOf }, hasTried = false }: FreePlugsProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  return (
    <>
      {here.length > 0 && (
        <Section>
          <h2>{t(hasTried ? 'freePlugs.otherHere' : 'freePlugs.here')}</h2>
          <PlugRows>
            {here.map(plug => (
              <HereRow key={`${plug.evseId} ${plug.id}`} place={place} plug={plug} />
            ))}
          </PlugRows>
        </Section>
      )}
      {near.length > 0 && (
        <Section>
          <NearHead>
            <h2>{t('freePlugs.near')}</h2>
            <small>{t('freePlugs.asOf', { time: format.time(asOf) })}</small>
          </NearHead>
          <TapRows>
            {near.map(each => (
              <NearRow key={each.plug.evseId} place={place} near={each} />
            ))}
          </TapRows>
        </Section>
      )}
    </>
  );
}

function useLinkTo({ clientId }: Location): (plug: FreePlug) => string {
  const { locale } = useVisit();
  return ({ evseId, id }) => pathToPlug({ locale, clientId, evseId, plug: id });
}

/** Returns the most important price of a plug, with its unit. A free plug has the word for "free" and no unit. */
function usePrice(place: Location, { isFree, prices, currency }: FreePlug): { price: string; unit: string | null } {
  const { t } = useTranslation();
  const shown = useMainPrice({ ...place, currency })(prices);
  if (isFree || !shown?.price) return { price: t('freePlugs.noCost'), unit: null };
  return { price: shown.price, unit: shown.unit ?? shown.label };
}

function HereRow({ place, plug }: { place: Location; plug: FreePlug }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { price, unit } = usePrice(place, plug);
  const to = useLinkTo(place)(plug);
  const power = t('plug.power', { kw: format.rating(plug.powerW) });
  return (
    <li>
      <AppLink to={to}>
        <PlugMark plug={plug} />
        <span>
          <b>{t(`plug.type.${plug.kind}`)}</b>
          <small>
            {power}
            <Hidden>, </Hidden>
          </small>
          <small>{t(plug.hasCable ? 'plug.attached' : 'plug.ownCable')}</small>
          {/* Every charging point counts its plugs anew. At another one, its ID tells two plugs with the same number apart. */}
          {plug.evseId !== place.evseId && (
            <small>
              <EvseId id={plug.evseId} />
            </small>
          )}
        </span>
        <span data-part="value">
          <b>{price}</b>
          {unit !== null && <small>{unit}</small>}
        </span>
        <Icon name="chevron-right" />
      </AppLink>
    </li>
  );
}

function NearRow({ place, near }: { place: Location; near: FreeSite }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { plug, street, distanceM, bearingDeg, freePlugs } = near;
  const { price } = usePrice(place, plug);
  const to = useLinkTo(place)(plug);
  const distance =
    distanceM < 1000
      ? `${format.number(Math.round(distanceM / 10) * 10, 0)}\u00a0m`
      : `${format.number(distanceM / 1000, 1)}\u00a0km`;
  const power = t('plug.power', { kw: format.rating(plug.powerW) });
  return (
    <li>
      <AppLink to={to}>
        <Compass data-part="compass">
          <Arrow bearingDeg={bearingDeg} />
        </Compass>
        <span>
          <StreetName>{street}</StreetName>
          <small>
            {distance} · {t(`plug.type.${plug.kind}`)} {power}
            <Hidden>, {t(`freePlugs.to.${directionOf(bearingDeg)}`)}</Hidden>
          </small>
        </span>
        <span data-part="value">
          <StreetName>{t('freePlugs.free', { count: freePlugs })}</StreetName>
          <small>
            <Num>{price}</Num>
          </small>
        </span>
        <Icon name="chevron-right" />
      </AppLink>
    </li>
  );
}

const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
const directionOf = (bearingDeg: number): (typeof DIRECTIONS)[number] => DIRECTIONS[Math.round(bearingDeg / 45) % 8] ?? 'n';

/** Direction in which the icon of the sprite points, in degrees. */
const ICON_DEG = 45;

/** An arrow that points to a place on a map whose upper edge is in the north. */
function Arrow({ bearingDeg }: { bearingDeg: number }) {
  const { sprite } = useVisit();
  return (
    <svg viewBox="-3 -3 30 30" width="30" height="30" fill="none" aria-hidden="true" focusable="false">
      <use href={`${sprite}#navigation`} width="24" height="24" transform={`rotate(${bearingDeg - ICON_DEG} 12 12)`} />
    </svg>
  );
}

const NearHead = styled(HeadLine)`
  margin-bottom: var(--s3);
`;

/** A street is longer than the name of a plug. */
const StreetName = styled.b`
  && {
    font-size: 1rem;
  }
`;

const Compass = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: 50%;
  background: var(--data-soft);
  color: var(--ink);
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;
