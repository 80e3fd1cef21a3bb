import { EXAMPLE_WH, type PriceChangePreview } from '../../../shared/console/prices.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { Block } from './Block.tsx';
import { ComparisonLegend, useDayWords, WeekPictures } from './WeekPictures.tsx';

/** What a change of prices does: the week before and after, and the cost of example sessions. */
export function PricePreview({ preview }: { preview: PriceChangePreview }) {
  const { t } = useWords();
  const { before, after } = preview;
  return (
    <>
      <Block name={t('prices.change.week')}>
        <WeekPictures table={after} before={before} />
        <ComparisonLegend />
      </Block>
      <Block name={t('prices.change.costs', { kwh: EXAMPLE_WH / 1000 })}>
        <Examples preview={preview} />
        <p className="small muted">{t('prices.change.orders')}</p>
      </Block>
    </>
  );
}

/** Warnings about new prices, which stand above the button that performs the change. */
export function PriceRemarks({ remarks }: Pick<PriceChangePreview, 'remarks'>) {
  const { t } = useWords();
  return remarks.map(remark => (
    <div key={remark} className="note note--warning gap">
      <Icon name="triangle-alert" />
      <b>{t(`prices.remark.${remark}`)}</b>
    </div>
  ));
}

function Examples({ preview: { examples, currency } }: { preview: PriceChangePreview }) {
  const { t, money } = useWords();
  const { day } = useDayWords();
  return examples.map(({ day: name, time, beforeMinor, afterMinor }) => {
    const difference = afterMinor - beforeMinor;
    const sign = difference > 0 ? '+' : '−';
    return (
      <dl key={`${name} ${time}`} className="delta">
        <div className="old">
          <dt>{t('prices.change.at', { day: day(name), time })}</dt>
          <dd>{money(beforeMinor, currency)}</dd>
        </div>
        <Icon name="arrow-right" />
        <div>
          <dt className="vh">{t('acts.then')}</dt>
          <dd>{money(afterMinor, currency)}</dd>
        </div>
        <div className="difference">
          <dt className="vh">{t('prices.change.difference')}</dt>
          <dd>{difference === 0 ? '±0' : `${sign}${money(Math.abs(difference), currency)}`}</dd>
        </div>
      </dl>
    );
  });
}
