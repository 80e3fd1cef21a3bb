import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/charging/paths.ts';
import { formatNumber } from '../../../shared/figures/format.ts';
import type { CompanyForm } from '../../../shared/forms/companyFields.ts';
import { readSavedCompany, savedCompanyValues } from '../../../shared/forms/savedCompany.ts';
import { COUNTRIES, type Country } from '../../../shared/model/locales.ts';
import { currencyAt } from '../../../shared/price/currencies.ts';
import { Button } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Spinner } from '../../components/feedback/Spinner.tsx';
import { ClosePair, Field, Fields, SelectField } from '../../components/form/Field.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Small } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { ByCountry } from './ByCountry.tsx';
import { LinkForm } from './LinkForm.tsx';
import type { SearchData } from './load.ts';
import { Retries } from './Retries.tsx';
import { SearchSummary } from './SearchSummary.tsx';
import { useSearchForm } from './useSearchForm.ts';

/** The search for a receipt by day, amount and card. */
export function ReceiptSearch({ data: { today } }: { data: SearchData }) {
  const { t } = useTranslation();
  const { locale, isReceiptsOnly } = useVisit();
  const { params, form } = usePage();
  const { clientId = '' } = params;
  const { values, errors, problem, isSending, handleSubmit } = useSearchForm(form);
  const company = readSavedCompany(form?.values ?? {});
  const hasErrors = Object.keys(errors).length > 0 || problem !== null;
  return (
    <Stack $gap={5}>
      <SearchSummary errors={errors} problem={problem} />
      {problem === 'no-receipt' && <Retries values={values} />}
      <div>
        <PageHead title={t('search.title')} hasErrors={hasErrors} lead={t('search.intro')} />
        <form
          method="post"
          action={pathTo('receipts', { locale, clientId })}
          noValidate
          onSubmit={company ? undefined : handleSubmit}
        >
          <Stack $gap={5}>
            {company && <SavedCompany company={company} />}
            <SearchFields errors={errors} values={values} today={today} />
            <Button $variant="primary" type="submit" aria-disabled={isSending || undefined}>
              {isSending && <Spinner />}
              {t(isSending ? 'search.searching' : 'search.submit')}
            </Button>
          </Stack>
        </form>
      </div>
      {!isReceiptsOnly && <LinkForm />}
    </Stack>
  );
}

/**
 * The saved company form as hidden fields. The response must contain them again, so the browser posts the form and loads a new
 * document.
 */
function SavedCompany({ company }: { company: CompanyForm }) {
  const { t } = useTranslation();
  return (
    <Note variant="info" icon="info">
      <p>{t('search.companyKept')}</p>
      {Object.entries(savedCompanyValues(company)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Note>
  );
}

interface SearchFieldsProps extends SearchData, Pick<ReturnType<typeof useSearchForm>, 'errors'> {
  /** The values that were submitted last. */
  values: Readonly<Record<string, string>>;
}

function SearchFields({ errors, values, today }: SearchFieldsProps) {
  const { t } = useTranslation();
  const { client, isReceiptsOnly, locale, numberFormats } = useVisit();
  const chosen = values.country ?? client.country;
  const hintAt = (country: Country) => {
    const [amount, decimals] = currencyAt(country, client) === 'HUF' ? [4321, 0] : [12.34, 2];
    return t('search.price.hint', { example: formatNumber(amount, decimals, { locale, country, numberFormats }) });
  };
  return (
    <Fields>
      <SelectField
        name="country"
        label={t('search.country')}
        width="mid"
        options={COUNTRIES.map(country => ({ value: country, label: t(`search.country.${country}`) }))}
        defaultValue={chosen}
        error={errors.country}
      />
      <Field
        name="date"
        label={t('search.date')}
        {...(isReceiptsOnly ? {} : { hint: t('search.date.hint') })}
        type="date"
        width="mid"
        max={today}
        defaultValue={values.date ?? today}
        error={errors.date}
      />
      <div>
        <ClosePair>
          <Field
            name="creditCard"
            label={t('search.card')}
            aria-describedby={isReceiptsOnly ? undefined : 'wallet-hint'}
            inputMode="numeric"
            maxLength={4}
            pattern="\d{4}"
            autoComplete="off"
            defaultValue={values.creditCard}
            error={errors.creditCard}
          />
          <Field
            name="price"
            label={t('search.price')}
            hint={<ByCountry chosen={chosen} text={hintAt} />}
            unit={<ByCountry chosen={chosen} text={country => t(`search.currency.${currencyAt(country, client)}`)} />}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values.price}
            error={errors.price}
          />
        </ClosePair>
        {!isReceiptsOnly && <WalletHint id="wallet-hint">{t('search.card.wallet')}</WalletHint>}
      </div>
      {(errors.evse || values.evse) && (
        <Field name="evse" label={t('search.evse')} autoComplete="off" defaultValue={values.evse} error={errors.evse} />
      )}
    </Fields>
  );
}

const WalletHint = styled(Small)`
  margin-top: var(--s2);
`;
