import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { Button } from '../../../components/control/Button.tsx';
import { Hint } from '../../../components/control/Field.styles.ts';
import { Columns, FieldSection } from '../../../components/layout/Columns.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import type { OrderValues } from '../parts/orderForm.ts';
import { PlugPicker } from './PlugPicker.tsx';
import { Where } from './Where.tsx';

interface PlugStepProps {
  point: ChargingPoint;
  isVerified: boolean;
  /** The typed values of an order that was refused because another driver has taken the plug. Null: nothing was typed. */
  stored: OrderValues | null;
  onChoose?: (plugId: string) => void;
  children?: ReactNode;
}

/** The step before the payment. The visitor chooses a plug, of which at least one is free. */
export function PlugStep({ point, isVerified, stored, onChoose, children }: PlugStepProps) {
  const { t } = useTranslation();
  return (
    <StepForm point={point} stored={stored}>
      <Columns
        bar={
          <Button $variant="primary" type="submit">
            {t('common.continue')}
          </Button>
        }
      >
        <PageHead title={t('payment.title')} />
        {children}
        <Where point={point} isVerified={isVerified} />
        <FieldSection aria-describedby="plug-hint">
          <legend>{t('plug.select')}</legend>
          <Hint id="plug-hint">{t('plug.instruction')}</Hint>
          <PlugPicker point={point} name={stored ? 'connector' : 'plug'} wanted={stored?.connector} onChoose={onChoose} />
        </FieldSection>
      </Columns>
    </StepForm>
  );
}

/**
 * A form that sends the chosen plug as a query parameter. If values of an order were typed, it is posted, so that no address
 * contains personal data. It contains no form token, so the server places no order and returns the filled form.
 */
function StepForm({ point, stored, children }: Pick<PlugStepProps, 'point' | 'stored' | 'children'>) {
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  const { connector: _chosenAnew, formToken: _used, tariffVersion: _old, ...rest } = stored ?? {};
  return (
    <form method={stored ? 'post' : 'get'} action={pathTo('payment', { locale, clientId, evseId })}>
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
