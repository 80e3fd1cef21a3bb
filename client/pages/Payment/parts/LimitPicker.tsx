import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Hidden, Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { type Cost, energyOf } from './costs.ts';
import * as S from './LimitPicker.styles.ts';
import type { Limit } from './useLimit.ts';

interface LimitPickerProps {
  point: ChargingPoint;
  plug: Plug;
  limit: Limit;
  /** The estimate by which the amount is preselected. Null: there is no estimate. */
  cost: Cost | null;
}

const MAX_LABEL_LENGTH = 8;

/** Lets the driver choose the maximum price, which is also the amount held on the card. */
export function LimitPicker({ point, plug, limit, cost }: LimitPickerProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  // Amounts in francs and forints are too long for a row of three on a phone.
  const isLong = plug.limits.some(({ amountMinor }) => format.shortMoney(amountMinor, point.currency).length > MAX_LABEL_LENGTH);
  return (
    <FieldSection>
      <S.Title>
        <span>{t('limit.title')}</span> <Reason plug={plug} limit={limit} cost={cost} />
      </S.Title>
      <S.Segments data-long={isLong ? '' : undefined}>
        {plug.limits.map(({ amountMinor, energyWh }, place) => (
          <S.Segment key={amountMinor}>
            <input
              type="radio"
              name="limit"
              value={amountMinor}
              data-limit={place}
              defaultChecked={amountMinor === limit.chosen}
              onChange={() => limit.choose(amountMinor)}
            />
            <Hidden>{t('limit.atMost')} </Hidden>
            <b>
              <Num>{format.shortMoney(amountMinor, point.currency)}</Num>
            </b>
            {energyWh !== null && (
              <small>
                <Num>{t('limit.kwh', { kwh: format.number(Math.floor(energyWh / 1000), 0) })}</Num>
              </small>
            )}
          </S.Segment>
        ))}
      </S.Segments>
    </FieldSection>
  );
}

/** Says why the amount is preselected. Disappears when the driver chooses an amount. */
function Reason({ plug, limit: { chosen, isFollowing }, cost }: Omit<LimitPickerProps, 'point'>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!isFollowing || !cost || chosen === null || cost.estimate.bill.totalMinor > chosen) return null;
  const words = t('limit.fits', { kwh: format.energyNumber(energyOf(cost)) });
  return (
    <ChosenLimit plug={plug} chosen={chosen}>
      {amountMinor => amountMinor === chosen && <small>{words}</small>}
    </ChosenLimit>
  );
}

/**
 * A text with the chosen amount. A text is rendered for each amount, and CSS shows the one whose radio button is checked. This
 * works without JavaScript.
 */
export function ChosenLimit({
  plug,
  chosen,
  children,
}: {
  plug: Plug;
  chosen: number | null;
  children: (amountMinor: number) => ReactNode;
}) {
  return plug.limits.map(({ amountMinor }, place) => (
    <Fragment key={amountMinor}>
      <S.ForLimit data-place={place} data-chosen={amountMinor === chosen ? '' : undefined}>
        {children(amountMinor)}
      </S.ForLimit>
    </Fragment>
  ));
}
