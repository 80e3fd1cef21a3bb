import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import type { OrderValues } from '../parts/orderForm.ts';
import { PlugPicker } from './PlugPicker.tsx';
import { PointFoot } from './PointFoot.tsx';

interface PlugStepProps {
  point: ChargingPoint;
  isVerified: boolean;
  /** The typed values of an order that was refused because another driver has taken the plug. Null: nothing was typed. */
  stored: OrderValues | null;
  children?: ReactNode;
}

/** The step before the payment. The visitor chooses a plug, of which at least one is free. */
export function PlugStep({ point, isVerified, stored, children }: PlugStepProps) {
  const { t } = useTranslation();
  const picker = <PlugPicker point={point} isInForm={stored !== null} />;
  return (
    <>
      <PageHead title={t('plug.select')}>
        <Small>
          {point.street}, {point.postalCode} {point.city}
        </Small>
      </PageHead>
      {children}
      {stored ? (
        <StepForm point={point} stored={stored}>
          {picker}
        </StepForm>
      ) : (
        picker
      )}
      <PointFoot point={point} isVerified={isVerified} />
    </>
  );
}

interface StepFormProps {
  point: ChargingPoint;
  stored: OrderValues;
  children: ReactNode;
}

/**
 * A form that posts the chosen plug with the typed values of an order, so that no address contains personal data. The form
 * contains no form token, so the server places no order and returns the filled form.
 */
function StepForm({ point, stored, children }: StepFormProps) {
  const { locale } = useVisit();
  const { clientId, evseId } = point;
  const { connector: _chosenAnew, formToken: _used, tariffVersion: _old, ...rest } = stored;
  return (
    <form method="post" action={pathTo('payment', { locale, clientId, evseId })}>
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
