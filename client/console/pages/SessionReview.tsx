import type { OperatedSession } from '../../../shared/console/operating.ts';
import { useWords } from '../core/translations.ts';
import { Block } from '../parts/Block.tsx';

type Reviewed = Pick<OperatedSession, 'review' | 'refused' | 'unbilledWh'>;

/**
 * Shows what staff must know about a doubtful bill: the app's price beside the CPO's, a rejected meter reading, and unbilled
 * energy.
 */
export function SessionReview({ session: { review, refused, unbilledWh } }: { session: Reviewed }) {
  const { t, text, money, energy } = useWords();
  return (
    <>
      {review && (
        <Block name={t('session.review.title')}>
          <Rows
            rows={[
              [t('session.review.reason'), review.why.map(text).join(', ')],
              [t('session.review.ours'), money(review.ours.amountMinor, review.ours.currency)],
              [t('session.review.theirs'), review.theirs ? money(review.theirs.amountMinor, review.theirs.currency) : '–'],
              [t('session.review.undecided'), money(review.undecided.amountMinor, review.undecided.currency)],
            ]}
          />
        </Block>
      )}
      {refused && (
        <Block name={t('session.refused.title')}>
          <p>{t('session.refused.text')}</p>
          <Rows
            rows={[
              [t('session.refused.reported'), energy(refused.energyWh)],
              [t('session.refused.possible'), energy(refused.maxWh)],
            ]}
          />
        </Block>
      )}
      {unbilledWh !== null && (
        <Block name={t('session.unbilled.title')}>
          <p>{t('session.unbilled.text', { energy: { energyWh: unbilledWh } })}</p>
        </Block>
      )}
    </>
  );
}

const Rows = ({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="rows">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
