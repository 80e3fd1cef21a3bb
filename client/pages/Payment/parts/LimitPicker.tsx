import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Hidden, Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import * as S from './LimitPicker.styles.ts';
import type { Limit } from './useLimit.ts';

interface LimitPickerProps {
  point: ChargingPoint;
  plug: Plug;
  limit: Limit;
}

/** Lets the driver choose the maximum price, which is also the amount held on the card. */
export function LimitPicker({ point, plug, limit }: LimitPickerProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  return (
    <FieldSection>
      <S.Title>
        <span>{t('limit.title')}</span> <small>{t('limit.never')}</small>
      </S.Title>
      <S.Segments>
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
