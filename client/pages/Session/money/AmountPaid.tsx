import { useTranslation } from 'react-i18next';
import { type Receipt, refundOf, shownMinor } from '../../../../shared/charging/receipt.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { FigureRow } from '../../../components/figure/FigureRow.tsx';
import { MoneyBar } from '../../../components/figure/MoneyBar.tsx';
import { RefundLine, useRefundWords } from '../../../components/receipt/RefundLine.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { BOLD, Hidden, RichText, withoutTags } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Notes, Settled } from '../parts/Session.styles.ts';

interface AmountPaidProps extends Pick<ViewProps<'completed'>, 'session'> {
  /** Null: not available yet, or the page belongs to the read-only watch link. */
  receipt: Receipt | null;
}

/**
 * The paid amount, the card, and the bar of the hold as the proof of its release. Until the payment is captured, shows the price.
 * Until there is a bill, shows the last cost.
 */
export function AmountPaid(props: AmountPaidProps) {
  return props.session.hold ? <Paid {...props} /> : <ChargedFree {...props} />;
}

/** Free charging: the energy instead of an amount. */
function ChargedFree({ session, receipt }: AmountPaidProps) {
  const { t } = useTranslation();
  const { place, values, endedAt } = session;
  const format = useFormat(place);
  return (
    <Settled aria-label={t('session.energy')}>
      <FigureRow
        label={t('session.energy')}
        figure={format.number((receipt?.found.energyWh ?? values.energyWh) / 1000, receipt ? 3 : 2)}
        unit="kWh"
        side={{
          value: t('tariff.freeTitle'),
          text: t('session.inDuration', { duration: format.durationBetween(values.startedAt, endedAt) }),
        }}
      />
    </Settled>
  );
}

function Paid({ session, receipt }: AmountPaidProps) {
  const { t } = useTranslation();
  const { place, values, endedAt, hold } = session;
  const format = useFormat(place);
  const billed = receipt?.isBilled ? receipt : null;
  const { currency } = values.cost;
  const amountMinor = billed ? shownMinor(billed) : values.cost.amountMinor;
  const label = labelKey(session, billed);
  const energyWh = billed?.found.energyWh ?? null;
  const words = useReleaseWords(session, receipt);
  const refundWords = withoutTags(useRefundWords(receipt));
  const isShort = billed && !['open', 'charged', 'free'].includes(billed.settlement);
  return (
    <Settled aria-label={t(label)}>
      <FigureRow
        label={t(label)}
        hint={label === 'session.cost' ? t('session.provisional') : <Card receipt={billed} />}
        figure={format.money(amountMinor, currency)}
        side={{
          value: energyWh === null ? format.energy(values.energyWh, 2) : format.energy(energyWh, 3),
          text: t('session.inDuration', { duration: format.durationBetween(values.startedAt, endedAt) }),
        }}
      />
      {receipt && <RefundLine receipt={receipt} />}
      {hold && (
        <MoneyBar
          spentMinor={amountMinor}
          refundedMinor={(receipt && refundOf(receipt)?.amountMinor) ?? 0}
          wholeMinor={hold.amountMinor}
          label={[
            t(label === 'receipt.paid' ? 'session.chargedOfHold' : 'session.spentOfHold', {
              spent: format.money(amountMinor, currency),
              amount: format.shortMoney(hold.amountMinor, currency),
            }),
            refundWords,
            withoutTags(words),
          ].join(' ')}
        >
          <span>
            <RichText text={words} tags={BOLD} />
          </span>
        </MoneyBar>
      )}
      {isShort && (
        <Notes>
          <Note variant="info" icon="info">
            <p>{t(`receipt.settled.${billed.settlement}`)}</p>
          </Note>
        </Notes>
      )}
    </Settled>
  );
}

/** Returns the text key of the label. The watch link has no receipt, but gets the final price. */
function labelKey({ sessionId, isBilled }: AmountPaidProps['session'], billed: Receipt | null): string {
  if (billed) return billed.settlement === 'open' ? 'session.price' : 'receipt.paid';
  return sessionId === null && isBilled ? 'session.price' : 'session.cost';
}

function Card({ receipt }: { receipt: Receipt | null }) {
  const { t } = useTranslation();
  if (!receipt?.cardDigits || receipt.chargedMinor === 0) return null;
  return (
    <>
      <Hidden>{t('session.charged', { digits: receipt.cardDigits })}</Hidden>
      <span aria-hidden="true">
        <Icon name="credit-card" /> ·· {receipt.cardDigits}
      </span>
    </>
  );
}

/** Returns what happens to the rest of the hold, with the amount in the tag `b`. */
function useReleaseWords({ place, sessionId, isBilled }: AmountPaidProps['session'], receipt: Receipt | null): string {
  const { t } = useTranslation();
  const format = useFormat(place);
  if (!receipt?.isBilled) return sessionId === null && isBilled ? '' : t('session.billing');
  const step = receipt.timeline.find(({ kind }) => kind === 'released');
  if (!step || step.amountMinor === 0) return '';
  const amount = format.money(step.amountMinor, receipt.currency);
  return t(step.at === null ? 'session.releasing' : 'session.released', { amount });
}
