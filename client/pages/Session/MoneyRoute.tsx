import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoldStep, Receipt } from '../../../shared/receipt.ts';
import type { Place } from '../../../shared/session.ts';
import { Section } from '../../components/Columns.tsx';
import { Route } from '../../components/Route.tsx';
import { useFormat } from '../../useFormat.ts';

/** What happened to the reservation: held, charged, released. */
export function MoneyRoute({ receipt, place }: { receipt: Receipt; place: Pick<Place, 'country' | 'timeZone'> }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const headingId = useId();
  const { timeline, currency, found } = receipt;
  if (timeline.length === 0) return null;
  const sessionDay = format.date(found.endedAt);
  const timeOf = (at: string) => (format.date(at) === sessionDay ? format.time(at) : format.dateTime(at));
  const firstOpen = timeline.find(({ at }) => at === null);
  const noteOf = (step: HoldStep) => {
    const { kind, at } = step;
    if (at === null) return step === firstOpen && t(receipt.isBilled ? 'holdTimeline.open' : 'holdTimeline.open.text');
    return kind === 'released' ? `${timeOf(at)}. ${t('holdTimeline.bank.text')}` : timeOf(at);
  };
  return (
    <Section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('holdTimeline.title')}</h2>
      <Route
        stops={timeline.map(step => ({
          state: step.at === null ? 'later' : 'done',
          text: t(`holdTimeline.${step.kind}`),
          // Before the bill nobody knows what will be charged and what released.
          amount: (receipt.isBilled || step.at !== null) && format.money(step.amountMinor, currency),
          note: noteOf(step),
        }))}
      />
    </Section>
  );
}
