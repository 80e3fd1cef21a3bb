import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { type Receipt, shownMinor } from '../../../../shared/charging/receipt.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { BillLines } from '../../../components/receipt/BillLines.tsx';
import { ReceiptMail } from '../../../components/receipt/ReceiptMail.tsx';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { documentWords } from '../../../core/receiptFiles.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Cost, Notes, PaidSection } from '../parts/Session.styles.ts';
import { Values } from '../parts/Values.tsx';

/** The paid amount, the card and the bill lines. Until the payment is captured, shows the price as the amount. */
export function Paid({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const headingId = useId();
  const { country, currency, lines, totalMinor, vat, cardDigits, found, chargedMinor, settlement } = receipt;
  const isOpen = settlement === 'open';
  const isShort = !isOpen && settlement !== 'charged' && settlement !== 'free';
  const formatLocation = { country, timeZone: found.timeZone };
  const format = useFormat(formatLocation);
  return (
    <PaidSection aria-labelledby={headingId}>
      <FigureLabel as="h2" id={headingId}>
        {t(isOpen ? 'session.price' : 'receipt.paid')}
      </FigureLabel>
      <p>
        <Figure>{format.money(shownMinor(receipt), currency)}</Figure>
      </p>
      {isShort && (
        <Notes>
          <Note variant="info" icon="info">
            <p>{t(`receipt.settled.${settlement}`)}</p>
          </Note>
        </Notes>
      )}
      {cardDigits && chargedMinor > 0 && (
        <p data-card="">
          <RichText
            text={t('session.charged', { digits: `<b>${cardDigits}</b>` })}
            tags={{ b: inner => <Num as="b">{inner}</Num> }}
          />
        </p>
      )}
      {lines.length > 0 && (
        <BillLines currency={currency} lines={lines} totalMinor={totalMinor} vat={vat} place={formatLocation} />
      )}
    </PaidSection>
  );
}

/** The last meter values and the last cost, shown until there is a bill. */
export function Preliminary({ session, receipt }: Pick<ViewProps<'completed'>, 'session'> & { receipt: Receipt | null }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { sessionId } = session;
  const { place, values, endedAt } = session;
  const format = useFormat(place);
  return (
    <>
      <Notes>
        <Note variant="info" icon="clock">
          <p>{t('session.billing')}</p>
          {receipt && <p>{t(documentWords(receipt).notYet)}</p>}
          {receipt?.waitsFor && <p>{t(`receipt.when.${receipt.waitsFor}`)}</p>}
        </Note>
        {receipt && sessionId !== null && (
          <ReceiptMail receipt={receipt} action={pathTo('receiptMail', { locale, clientId, sessionId })} />
        )}
      </Notes>
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{format.money(values.cost.amountMinor, values.cost.currency)}</Figure>
      </Cost>
      <Values values={values} place={place} until={endedAt} />
    </>
  );
}
