import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { taxCountry } from '../../../shared/forms/vatIds.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { Field, Fields, SelectField } from '../../components/form/Field.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { usePage } from '../../core/pageData.tsx';
import { useBackPath, useFormAddress } from './addresses.ts';
import { ChargeLine } from './ChargeLine.tsx';
import type { CompanyInvoiceData } from './load.ts';

/** The form for the company's name and address. The driver confirms them in the next step. */
export function Details({ data }: { data: CompanyInvoiceData }) {
  const { t } = useTranslation();
  const { form } = usePage();
  const [address, back] = [useFormAddress(data), useBackPath()];
  const { values = {}, errors = {}, problem = null } = form ?? {};
  const hasErrors = Object.keys(errors).length > 0 || problem !== null;
  const country = values.country || data.receipt.country;
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Stack $gap={5}>
      {hasErrors && <ErrorSummary errors={errors} {...(problem ? { text: t('company.error.failed') } : {})} />}
      <div>
        <PageHead title={t('company.title')} hasErrors={hasErrors} lead={t('company.intro')}>
          <ChargeLine receipt={data.receipt} />
        </PageHead>
        <form method="post" action={address} noValidate>
          <Stack $gap={5}>
            {data.receipt.isBuyerMissing && (
              <Note variant="info" icon="info">
                <p>{t('receipt.company.needed')}</p>
              </Note>
            )}
            <Fields>
              <Field {...field('companyName')} label={t('company.name')} autoComplete="organization" />
              <Field {...field('street')} label={t('company.street')} autoComplete="street-address" />
              <Town>
                <Field {...field('postalCode')} label={t('company.postalCode')} autoComplete="postal-code" />
                <Field {...field('city')} label={t('company.city')} autoComplete="address-level2" />
              </Town>
              <SelectField
                {...field('country')}
                label={t('company.country')}
                autoComplete="country"
                defaultValue={country}
                options={data.countries}
              />
              <Field
                {...field('vatId')}
                label={`${t('company.vatId')} (${t('common.optional')})`}
                hint={t('company.vatId.hint', { example: taxCountry(country)?.example ?? '' })}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            </Fields>
            <Buttons>
              <Button $variant="primary" type="submit" name="step" value="review">
                {t('company.review')}
              </Button>
              <ButtonLink as={AppLink} to={back}>
                {t('common.cancel')}
              </ButtonLink>
            </Buttons>
          </Stack>
        </form>
      </div>
    </Stack>
  );
}

/** The postal code beside the town. On narrow phones, and while a field has an error, they are stacked. */
const Town = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 8rem) minmax(0, 1fr);
  align-items: end;
  gap: var(--s3);
  &:has([data-error]) {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 20em) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
