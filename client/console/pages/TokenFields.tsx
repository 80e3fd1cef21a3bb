import { BRAND_SCOPES, type Scope } from '../../../shared/console/tokens.ts';
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import { useIsOfBrand } from '../core/ConsoleContext.ts';
import { useWords } from '../core/translations.ts';
import { AffixField } from '../parts/AffixField.tsx';
import type { BrandNames } from '../parts/actPage.tsx';
import { Checks } from '../parts/Checks.tsx';
import { Radios } from '../parts/Radios.tsx';

type Values = Readonly<Record<string, string>>;

export function Scopes({ values, kind, scopes }: { values: Values; kind: 'read' | 'write'; scopes: readonly Scope[] }) {
  const { t } = useWords();
  const isOfBrand = useIsOfBrand();
  const usable = scopes.filter(scope => !isOfBrand || BRAND_SCOPES.includes(scope));
  const entries = usable.map(scope => ({ name: scope, title: t(`tokens.scope.${scope}`), note: scope }));
  return <Checks legend={`tokens.may.${kind}`} entries={entries} values={values} />;
}

/** The brand to which a token is limited. Tokens of a person who is limited to one brand are always limited to this brand. */
export function BrandField({ value, brands }: { value: string; brands: BrandNames }) {
  const { t } = useWords();
  if (useIsOfBrand()) return null;
  const choices = [
    { value: '', title: t('tokens.allBrands') },
    ...brands.map(({ id, name }) => ({ value: id, title: name, note: id })),
  ];
  return <Radios name="brand" legend={t('tokens.brand')} choices={choices} value={value} />;
}

const refundField = (currency: Currency): string => `maxRefund.${currency}`;

/** Reads the amounts into the notation of the action: 'EUR=200.50,CHF=99'. */
export const readMaxRefund = (values: Values): string =>
  CURRENCIES.map(currency => [currency, (values[refundField(currency)] ?? '').trim().replace(',', '.')])
    .filter(([, amount]) => amount !== '')
    .map(limit => limit.join('='))
    .join(',');

/** The maximum refund of one day, one amount for each currency. */
export function MaxRefund({ values }: { values: Values }) {
  const { t } = useWords();
  return (
    <fieldset aria-describedby="maxRefund-hint">
      <legend className="label">{t('tokens.maxRefund')}</legend>
      <p className="hint" id="maxRefund-hint">
        {t('tokens.maxRefundHint')}
      </p>
      <div className="amounts">
        {CURRENCIES.map(currency => (
          <AffixField key={currency} name={refundField(currency)} label={currency} value={values[refundField(currency)]} />
        ))}
      </div>
    </fieldset>
  );
}
