import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/charging/paths.ts';
import { formatTransactionId } from '../../../shared/figures/format.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { Field, Fields } from '../../components/form/Field.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Rows } from '../../components/text/Rows.tsx';
import { Small } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import type { WithdrawalData } from './load.ts';
import { Received } from './Received.tsx';

/**
 * The page for the withdrawal from a contract, in two steps that work without JavaScript. After the withdrawal, it says when the
 * declaration arrived.
 */
export function Withdrawal({ data }: { data: WithdrawalData }) {
  const { form } = usePage();
  if (data.session.withdrawal) return <Received session={data.session} withdrawal={data.session.withdrawal} />;
  return form?.values.step === 'review' ? <Review data={data} values={form.values} /> : <Details data={data} />;
}

function useAddresses() {
  const { locale } = useVisit();
  const { clientId = '', sessionId = '' } = usePage().params;
  const pathParams = { locale, clientId, sessionId };
  return { here: pathTo('withdrawal', pathParams), session: pathTo('session', pathParams) };
}

function Details({ data }: { data: WithdrawalData }) {
  const { t } = useTranslation();
  const { form } = usePage();
  const { here, session } = useAddresses();
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <Stack $gap={5}>
      {hasErrors && <ErrorSummary errors={errors} />}
      <div>
        <PageHead title={t('withdrawal.title')} hasErrors={hasErrors} lead={t('withdrawal.intro')}>
          <Small>{t('withdrawal.notice')}</Small>
        </PageHead>
        <form method="post" action={here} noValidate>
          <Stack $gap={5}>
            <h2>{t('withdrawal.step1')}</h2>
            <Fields>
              <Field
                name="name"
                label={t('withdrawal.name')}
                autoComplete="name"
                defaultValue={form?.values.name}
                error={errors.name}
              />
              <Field
                name="contract"
                label={t('withdrawal.contract')}
                hint={t('withdrawal.contract.hint')}
                width="mid"
                readOnly
                defaultValue={formatTransactionId(data.session.number)}
              />
              <Field
                name="email"
                label={t('withdrawal.email')}
                hint={t('withdrawal.email.hint')}
                type="email"
                autoComplete="email"
                spellCheck={false}
                defaultValue={form?.values.email}
                error={errors.email}
              />
            </Fields>
            <Buttons>
              <Button $variant="primary" type="submit" name="step" value="review">
                {t('common.continue')}
              </Button>
              <ButtonLink as={AppLink} to={session}>
                {t('withdrawal.keep')}
              </ButtonLink>
            </Buttons>
          </Stack>
        </form>
      </div>
    </Stack>
  );
}

/** Shows the declaration of withdrawal before it is sent. The button only confirms it, as directive (EU) 2023/2673 requires. */
function Review({ data, values }: { data: WithdrawalData; values: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const id = formatTransactionId(data.session.number);
  const { here, session } = useAddresses();
  const { name = '', email = '' } = values;
  const rows = [
    { label: t('withdrawal.name'), value: name },
    { label: t('withdrawal.contract'), value: id },
    { label: t('contact.email'), value: email },
  ];
  return (
    <>
      <PageHead title={t('withdrawal.review')} lead={t('withdrawal.step2')} />
      <Stack $gap={5}>
        <Statement>{t('withdrawal.statement', { id })}</Statement>
        <Rows rows={rows} isRuled />
        <form method="post" action={here}>
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="email" value={email} />
          <Buttons>
            <Button $variant="primary" type="submit" name="step" value="confirm">
              {t('withdrawal.confirm')}
            </Button>
            <Button type="submit" name="step" value="change">
              {t('common.change')}
            </Button>
            <ButtonLink as={AppLink} to={session}>
              {t('withdrawal.keep')}
            </ButtonLink>
          </Buttons>
        </form>
      </Stack>
    </>
  );
}

const Statement = styled.p`
  font-size: var(--t-md);
  font-weight: 600;
`;
