import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging.ts';
import { Hint } from '../../../components/form/Field.styles.ts';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import * as S from './LimitPicker.styles.ts';

interface LimitPickerProps {
  point: ChargingPoint;
  plug: Plug;
  /** In minor units. */
  chosen: number | null;
  onChoose: (limitMinor: number) => void;
}

const MOST_ABREAST = 8;

/** The most it may cost: the exact hold on the card. */
export function LimitPicker({ point, plug, chosen, onChoose }: LimitPickerProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  // Francs and forints are too long to stand three abreast on a phone.
  const isLong = plug.limits.some(({ amountMinor }) => format.money(amountMinor, point.currency).length > MOST_ABREAST);
  return (
    <FieldSection aria-describedby="limit-hint">
      <legend>{t('limit.title')}</legend>
      <Hint id="limit-hint">{t('limit.text')}</Hint>
      <S.Segments data-long={isLong ? '' : undefined}>
        {plug.limits.map(({ amountMinor, energyWh }, place) => (
          <S.Segment key={amountMinor}>
            <input
              type="radio"
              name="limit"
              value={amountMinor}
              data-limit={place}
              defaultChecked={amountMinor === chosen}
              onChange={() => onChoose(amountMinor)}
            />
            <small>{t('limit.atMost')}</small>
            <b>
              <Num>{format.money(amountMinor, point.currency)}</Num>
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
 * Words with the chosen amount. All amounts are in the document: CSS shows the one whose radio button is checked, so
 * that it follows the choice without JavaScript too.
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
