import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import { isDay, readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { DAY_MS, isoDay } from '../../../shared/model/time.ts';
import { TapRows } from '../../components/control/TapRows.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';

/** A search contains the day before and the day after, so the next earlier search begins three days before. */
const EARLIER_DAYS = 3;

/**
 * The likely reasons why a search has found nothing, each as a row to press. The first row searches earlier days. The other rows
 * lead to the field to correct.
 */
export function Retries({ values }: { values: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const { client, isReceiptsOnly, locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { date = '', ...others } = values;
  // Card statements list the hold before the price, so drivers may search for its amount.
  const isHold = client.holdAmountsMinor.some(amountMinor => amountMinor === readAmountMinor(values.price ?? ''));
  return (
    <form method="post" action={pathTo('receipts', { locale, clientId })}>
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TapRows>
        {isHold && (
          <li>
            <a href="#price">
              <RowText title={t('search.reservation.title')} text={t('search.reservation.text')} />
            </a>
          </li>
        )}
        {isDay(date) && (
          <li>
            <button type="submit" name="date" value={isoDay(Date.parse(date) - EARLIER_DAYS * DAY_MS)}>
              <RowText title={t('search.retry.day')} text={t('search.retry.day.text')} />
            </button>
          </li>
        )}
        {!isReceiptsOnly && (
          <li>
            <a href="#creditCard">
              <RowText title={t('search.retry.wallet')} text={t('search.card.wallet')} />
            </a>
          </li>
        )}
      </TapRows>
    </form>
  );
}

function RowText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="chevron-right" />
    </>
  );
}
