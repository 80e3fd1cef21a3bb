import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging.ts';
import { pathTo } from '../../../../shared/paths.ts';
import type { PriceTable } from '../../../../shared/tariff.ts';
import { Button } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { ErrorLine } from '../../../components/form/Field.styles.ts';
import { Field } from '../../../components/form/Field.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, Num, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../pageData.tsx';
import { Segment, Segments } from '../order/LimitPicker.styles.ts';
import { CostResult } from './CostResult.tsx';
import * as S from './Estimator.styles.ts';
import type { Estimating } from './useEstimates.ts';

const FORM = 'estimate-form';
const PLACE = 'estimate';

interface EstimatorProps extends Pick<Estimating, 'costs' | 'isAsking' | 'choose'> {
  point: ChargingPoint;
  plug: Plug;
  /** The chosen hold in minor units: an estimate beyond it says so. */
  limit: number | null;
}

/**
 * "What will it cost?", between the prices and the limit and so inside the order form. Its fields belong to a form of
 * their own, `EstimateForm`: what is asked here is no part of the order.
 */
export function Estimator({ point, plug, limit, costs, isAsking, choose }: EstimatorProps) {
  const { t } = useTranslation();
  const { suggestions, own } = costs;
  const shown = { point, plug, limit };
  return (
    <S.Box id={PLACE}>
      <h3>{t('estimate.title')}</h3>
      <fieldset>
        <Hidden as="legend">{t('estimate.legend')}</Hidden>
        <Segments>
          {suggestions.map(({ asked: { energyWh = 0 } }, place) => (
            <Segment key={energyWh}>
              <input
                type="radio"
                name="energy"
                form={FORM}
                value={energyWh / 1000}
                data-energy={place}
                defaultChecked={place === costs.chosen}
                onChange={() => choose(place)}
              />
              <b>
                <Num>{t('unit.kwh', { value: energyWh / 1000 })}</Num>
              </b>
            </Segment>
          ))}
        </Segments>
      </fieldset>
      <div role="status">
        {suggestions.map((cost, place) => (
          <S.ForEnergy key={cost.asked.energyWh} data-place={place} data-chosen={place === costs.chosen ? '' : undefined}>
            <CostResult cost={cost} {...shown} />
          </S.ForEnergy>
        ))}
      </div>
      <S.Own>
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
      </S.Own>
      <Button $look="quiet" type="submit" form={FORM} aria-disabled={isAsking || undefined}>
        {isAsking && <Spinner />}
        {t('estimate.submit')}
      </Button>
      <div role="status">
        {own?.cost && <CostResult cost={own.cost} {...shown} />}
        {own && !own.cost && Object.keys(own.errors).length === 0 && <Failed />}
      </div>
      <Small>{t('estimate.note')}</Small>
    </S.Box>
  );
}

/** Whether it matters how long the vehicle is plugged in. */
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

/** The form of the estimator's fields; forms cannot be inside each other. Without JavaScript it asks for this page again. */
export function EstimateForm({ point, plug, handleSubmit }: EstimateFormProps) {
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  return (
    <form
      id={FORM}
      method="get"
      action={`${pathTo('payment', { locale, clientId, evseId })}#${PLACE}`}
      noValidate
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="plug" value={plug.id} />
    </form>
  );
}
