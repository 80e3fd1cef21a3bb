import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { OrderDraft } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { CancelReason } from '../../../shared/charging/session.ts';
import { ButtonLink, TextButton } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { type FormState, usePage, useVisit } from '../../core/pageData.tsx';
import { Notice, PaymentSteps } from '../Payment/PaymentSteps.tsx';
import { Checking } from './Checking.tsx';
import { CANCEL_TEXTS } from './cancelTexts.ts';
import type { PaymentReturnData } from './load.ts';

export { load } from './load.ts';

/**
 * The page to which drivers return from the payment provider. It redirects to the session, waits for the confirmation, or shows
 * the order form again.
 */
export function PaymentReturn({ data }: { data: PaymentReturnData }) {
  if (!('point' in data)) return <Checking />;
  const { settled } = data;
  const isPlugOccupied = settled.kind === 'over' && settled.why === 'plug-taken';
  return (
    <>
      <PaymentSteps
        data={data}
        form={formOf(settled.draft, isPlugOccupied ? 'plug-taken' : null)}
        hasAlternative={settled.kind === 'open'}
      >
        {settled.kind === 'over' && !isPlugOccupied && <Over why={settled.why} />}
        {settled.kind === 'open' && <Unfinished url={settled.url} />}
      </PaymentSteps>
      {settled.kind === 'open' && <CancelForm />}
    </>
  );
}

function formOf({ connector, limitMinor, contact }: OrderDraft, problem: FormState['problem']): FormState {
  const values = { connector, ...(limitMinor === null ? {} : { limit: String(limitMinor) }), ...contact };
  return { values, errors: {}, problem };
}

function Over({ why }: { why: CancelReason }) {
  const { t } = useTranslation();
  const isWish = why === 'payment-cancelled' || why === 'cancelled';
  return (
    <Notice>
      <Note
        {...(isWish ? { variant: 'success', icon: 'circle-check' } : { variant: 'warning', icon: 'triangle-alert' })}
        role="status"
      >
        <p>{t(CANCEL_TEXTS[why])}</p>
      </Note>
    </Notice>
  );
}

const CANCEL_FORM = 'cancel-payment';

function Unfinished({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <Notice>
      <Note variant="info" icon="info">
        <Stack $gap={3}>
          <p>
            {t('order.unfinished')} {t('order.unfinished.text')}
          </p>
          <ButtonLink $variant="primary" href={url}>
            {t('order.unfinished.continue')}
          </ButtonLink>
          <TextButton type="submit" form={CANCEL_FORM}>
            {t('order.cancel')}
          </TextButton>
        </Stack>
      </Note>
      <Another>{t('order.unfinished.another')}</Another>
    </Notice>
  );
}

/** Heading of the form for a new order, below the text about the abandoned order. */
const Another = styled.h2`
  margin-top: var(--s6);
`;

/** The form that the cancel button submits. The button is inside the order form, but HTML forms cannot be nested. */
function CancelForm() {
  const { params } = usePage();
  const { locale } = useVisit();
  const { clientId = '', orderId = '' } = params;
  return <form id={CANCEL_FORM} method="post" action={pathTo('orderCancel', { locale, clientId, orderId })} />;
}
