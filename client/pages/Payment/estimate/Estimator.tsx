import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { Button } from '../../../components/control/Button.tsx';
import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { ClosePair, Field } from '../../../components/form/Field.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, Num, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import type { Cost, Costs } from '../parts/costs.ts';
import { Segment, Segments } from '../parts/LimitPicker.styles.ts';
import { CostLine, CostResult } from './CostResult.tsx';
import * as S from './Estimator.styles.ts';
import type { Estimating } from './useEstimates.ts';

const FORM = 'estimate-form';
const ESTIMATOR_ID = 'estimate';

interface EstimatorProps extends Pick<Estimating, 'costs' | 'isAsking' | 'choose'> {
  point: ChargingPoint;
  plug: Plug;
  /** The chosen hold in minor units. A note tells if an estimate exceeds it. Null: no hold is needed. */
  limit: number | null;
  /** The prices of other times and of fees, shown above the estimate. Null: the page has no other prices. */
  prices: ReactNode;
}

/**
 * Shows one cost estimate, "20 kWh ≈ 9,80 €, etwa 55 min", and unfolds all prices and other estimates. The estimator is inside
 * the order form, but its fields belong to `EstimateForm`, because an estimate is not part of the order.
 */
export function Estimator({ point, plug, limit, costs, isAsking, choose, prices }: EstimatorProps) {
  const { t } = useTranslation();
  const { own } = costs;
  const [isOpen] = useState(own !== null);
  const shown = { point, plug, limit };
  return (
    <S.Fold id={ESTIMATOR_ID} open={isOpen}>
      <summary>
        <Shown costs={costs}>{cost => <CostLine cost={cost} point={point} />}</Shown>
        <S.Word>
          <Hidden>, </Hidden>
          {t(prices ? 'tariff.all' : 'plug.change')}
          {!prices && <Hidden>: {t('estimate.title')}</Hidden>}
          <Icon name="chevron-down" size="sm" />
        </S.Word>
      </summary>
      {prices}
      <S.Body>
        <h3>{t('estimate.title')}</h3>
        <Suggestions costs={costs} choose={choose} />
        <ClosePair>
          <Field
            name="kwh"
            label={t('estimate.own')}
            form={FORM}
            defaultValue={own?.values.kwh}
            error={own?.errors.kwh}
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
          />
          {(hasTimePrice(plug.prices) || own?.values.minutes) && (
            <Field
              name="minutes"
              label={t('estimate.minutes')}
              form={FORM}
              defaultValue={own?.values.minutes}
              error={own?.errors.minutes}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
            />
          )}
        </ClosePair>
        <Button $variant="quiet" type="submit" form={FORM} aria-disabled={isAsking || undefined}>
          {isAsking && <Spinner />}
          {t('estimate.submit')}
        </Button>
        <div role="status">
          <Shown as="div" costs={costs}>
            {cost => <CostResult cost={cost} {...shown} />}
          </Shown>
          {own && !own.cost && Object.keys(own.errors).length === 0 && <Failed />}
        </div>
        <Small>{t('estimate.note')}</Small>
      </S.Body>
    </S.Fold>
  );
}

function Suggestions({ costs: { suggestions, chosen }, choose }: Pick<EstimatorProps, 'costs' | 'choose'>) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <Hidden as="legend">{t('estimate.legend')}</Hidden>
      <Segments>
        {suggestions.map(({ requested: { energyWh = 0 } }, place) => (
          <Segment key={energyWh}>
            <input
              type="radio"
              name="energy"
              form={FORM}
              value={energyWh / 1000}
              data-energy={place}
              defaultChecked={place === chosen}
              onChange={() => choose(place)}
            />
            <b>
              <Num>{t('unit.kwh', { value: energyWh / 1000 })}</Num>
            </b>
          </Segment>
        ))}
      </Segments>
    </fieldset>
  );
}

/** Renders all estimates. CSS shows the one whose radio button is checked, so that this works without JavaScript. */
function Shown({ as, costs, children }: { as?: 'div'; costs: Costs; children: (cost: Cost) => ReactNode }) {
  const { suggestions, chosen, own } = costs;
  return (
    <>
      {suggestions.map((cost, place) => (
        <S.ForEnergy as={as} key={cost.requested.energyWh} data-place={place} data-chosen={place === chosen ? '' : undefined}>
          {children(cost)}
        </S.ForEnergy>
      ))}
      {own?.cost && (
        <S.ForEnergy as={as} data-chosen={chosen === null ? '' : undefined}>
          {children(own.cost)}
        </S.ForEnergy>
      )}
    </>
  );
}

/** Returns true if the price depends on how long the vehicle is connected. */
const hasTimePrice = ({ days }: PriceTable): boolean =>
  days.some(({ periods }) => periods.some(({ timeMicro, blocking, occupancy }) => Boolean(timeMicro || blocking || occupancy)));

function Failed() {
  const { t } = useTranslation();
  return (
    <ErrorLine>
      <Icon name="circle-alert" />
      <span>{t('estimate.error.failed')}</span>
    </ErrorLine>
  );
}

interface EstimateFormProps extends Pick<Estimating, 'handleSubmit'> {
  point: ChargingPoint;
  plug: Plug;
}

/**
 * The form to which the estimator's fields belong. This form is outside the order form, because HTML forms cannot be nested.
 * Without JavaScript, the form reloads the page with the values as query.
 */
export function EstimateForm({ point, plug, handleSubmit }: EstimateFormProps) {
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  return (
    <form
      id={FORM}
      method="get"
      action={`${pathTo('payment', { locale, clientId, evseId })}#${ESTIMATOR_ID}`}
      noValidate
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="plug" value={plug.id} />
    </form>
  );
}
