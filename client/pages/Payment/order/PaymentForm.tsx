import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { pathToPlug } from '../../../../shared/charging/paths.ts';
import { contactRules, isLeftToPayment } from '../../../../shared/forms/contact.ts';
import { Button, type ButtonVariant } from '../../../components/control/Button.tsx';
import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { ErrorSummary } from '../../../components/form/ErrorSummary.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { HiddenHead } from '../../../components/layout/PageHead.tsx';
import { Stack } from '../../../components/layout/Stack.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { type FormState, usePage, useVisit } from '../../../core/pageData.tsx';
import { EstimateForm } from '../estimate/Estimator.tsx';
import { useEstimates } from '../estimate/useEstimates.ts';
import { type Costs, shownCost } from '../parts/costs.ts';
import { LimitPicker } from '../parts/LimitPicker.tsx';
import { inFormOrder } from '../parts/orderForm.ts';
import { useLimit } from '../parts/useLimit.ts';
import { PlugHead } from '../plug/PlugHead.tsx';
import { FreePrice, PriceNow } from '../price/PriceNow.tsx';
import { Consents } from './Consents.tsx';
import { ContactFields, ProofByEmail } from './ContactFields.tsx';
import { OrderSummary, PriceLine, Provider } from './OrderSummary.tsx';
import { useOrder } from './useOrder.ts';

interface PaymentFormProps {
  point: ChargingPoint;
  plug: Plug;
  costs: Costs | null;
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
  /** True if another driver has occupied the plug while the page was open. */
  isOccupied: boolean;
  /** True if the price has changed while the page was open. */
  isRepriced: boolean;
  /** True if the driver has scanned the current QR code of the station's screen. */
  isVerified: boolean;
  form: FormState | null;
  hasAlternative: boolean;
  onRefused: (form: FormState) => void;
  /** Notes below the heading. */
  children?: ReactNode;
}

/**
 * The order form of one plug, with prices, seller, hold and button. It works without JavaScript. With JavaScript, the page is
 * not loaded again.
 */
export function PaymentForm({
  point,
  plug,
  costs,
  at,
  isOccupied,
  isRepriced,
  isVerified,
  form,
  hasAlternative,
  onRefused,
  children,
}: PaymentFormProps) {
  const { t } = useTranslation();
  const { client, locale } = useVisit();
  const { formToken } = usePage();
  const { clientId, evseId, currency } = point;
  const values = form?.values ?? {};
  const isLeft = isLeftToPayment(client, plug);
  const order = useOrder({ point, plug, form, onRefused });
  const isLean = client.checkoutForm === 'lean';
  const contact = { rules: contactRules(client, plug), values, errors: order.errors };
  const estimates = useEstimates({ point, plug, first: costs });
  const cost = estimates.costs && shownCost(estimates.costs);
  const limit = useLimit({ plug, requested: values.limit, cost });
  const hasErrors = Object.keys(order.summary).length > 0;
  const address = pathToPlug({ locale, clientId, evseId, plug: plug.id });
  const summary = { point, plug, chosen: limit.chosen };
  return (
    <>
      <form
        method="post"
        action={address}
        noValidate
        onSubmit={order.handleSubmit}
        onBlur={order.handleBlur}
        onChange={order.handleChange}
      >
        <input type="hidden" name="connector" value={plug.id} />
        <input type="hidden" name="tariffVersion" value={plug.tariffVersion} />
        {formToken && <input type="hidden" name="formToken" value={formToken} />}
        {values.codeProof && <input type="hidden" name="codeProof" value={values.codeProof} />}
        <Columns
          isDense
          aside={plug.isFree ? null : <OrderSummary {...summary} />}
          foot={<Provider />}
          bar={
            <>
              {order.trouble && <Trouble text={t(order.trouble)} role="alert" />}
              {isOccupied && (
                <Trouble text={point.isOutOfService ? t('plug.outOfService') : t('plug.nowTaken', { number: plug.number })} />
              )}
              {isRepriced && <Trouble text={t('payment.tariffChanged')} role="alert" />}
              {!plug.isFree && <PriceLine {...summary} />}
              <OrderButton isFree={plug.isFree} isSending={order.isSending} variant={hasAlternative ? 'plain' : 'primary'} />
            </>
          }
        >
          <Stack $gap={5}>
            {hasErrors && <ErrorSummary key={order.attempt} errors={inFormOrder(order.summary, locale)} />}
            <div>
              <HiddenHead title={t(plug.isFree ? 'payment.submitFree' : 'payment.title')} hasErrors={hasErrors} />
              {children}
              <PlugHead point={point} plug={plug} isVerified={isVerified} />
            </div>
          </Stack>
          {plug.isFree ? (
            <FreePrice />
          ) : (
            <PriceNow point={point} plug={plug} at={at} estimating={estimates} limit={limit.chosen} />
          )}
          {!plug.isFree && <LimitPicker key={holdsKey(currency, plug)} point={point} plug={plug} limit={limit} />}
          {!isLeft && !(isLean && plug.isFree) && <ContactFields {...contact} />}
          <Consents clientId={clientId} values={values} errors={order.errors} isLeftToPayment={isLeft} isLean={isLean} />
          {isLean && plug.isFree && <ProofByEmail {...contact} />}
        </Columns>
      </form>
      {estimates.costs && <EstimateForm point={point} plug={plug} handleSubmit={estimates.handleSubmit} />}
    </>
  );
}

/**
 * Returns a React key that depends on the offered holds. Without a new key, no radio button would be checked after the amounts
 * have changed.
 */
const holdsKey = (currency: string, { limits }: Plug): string =>
  [currency, ...limits.map(({ amountMinor }) => amountMinor)].join(' ');

interface OrderButtonProps {
  isFree: boolean;
  isSending: boolean;
  variant: ButtonVariant;
}

/** The button's text only states the obligation to pay, as the law requires (CRD art. 8(2)). */
function OrderButton({ isFree, isSending, variant }: OrderButtonProps) {
  const { t } = useTranslation();
  const { buttonWords } = useVisit().client;
  const words = buttonWords === 'binding' ? 'payment.submitBinding' : 'payment.submit';
  if (isSending) {
    return (
      <Button $variant={variant} type="submit" aria-disabled="true">
        <Spinner />
        {t(isFree ? 'common.sending' : 'payment.submitting')}
      </Button>
    );
  }
  return (
    <Button $variant={variant} type="submit">
      {t(isFree ? 'payment.submitFree' : words)}
    </Button>
  );
}

function Trouble({ text, role }: { text: string; role?: 'alert' }) {
  return (
    <ErrorLine role={role}>
      <Icon name="circle-alert" />
      <span>{text}</span>
    </ErrorLine>
  );
}
