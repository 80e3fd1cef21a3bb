import { useTranslation } from 'react-i18next';
import { COMPANY_FIELDS } from '../../../shared/forms/companyFields.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Rows } from '../../components/text/Rows.tsx';
import { useBackPath, useFormAddress } from './addresses.ts';
import { ChargeLine } from './ChargeLine.tsx';
import type { CompanyInvoiceData } from './load.ts';

/** Shows the company's name and address as the invoice will contain them, because an issued invoice cannot be changed. */
export function Review({ data, values }: { data: CompanyInvoiceData; values: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const [address, back] = [useFormAddress(data), useBackPath()];
  const { companyName, street, postalCode = '', city = '', country, vatId = '' } = values;
  const rows = [
    { label: t('company.name'), value: companyName },
    { label: t('company.street'), value: street },
    { label: t('company.city'), value: `${postalCode} ${city}` },
    { label: t('company.country'), value: data.countries.find(({ value }) => value === country)?.label },
    ...(vatId === '' ? [] : [{ label: t('company.vatId'), value: vatId }]),
  ];
  return (
    <>
      <PageHead title={t('company.review.title')} lead={t('company.review.text')}>
        <ChargeLine receipt={data.receipt} />
      </PageHead>
      <Stack $gap={5}>
        <Rows rows={rows} isRuled />
        <form method="post" action={address}>
          {COMPANY_FIELDS.map(name => (
            <input key={name} type="hidden" name={name} value={values[name] ?? ''} />
          ))}
          <Buttons>
            <Button $variant="primary" type="submit" name="step" value="confirm">
              {t('company.submit')}
            </Button>
            <Button type="submit" name="step" value="change">
              {t('common.change')}
            </Button>
            <ButtonLink as={AppLink} to={back}>
              {t('common.cancel')}
            </ButtonLink>
          </Buttons>
        </form>
      </Stack>
    </>
  );
}
