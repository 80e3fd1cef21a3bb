import type { Refusal } from '../../../../shared/console/operating.ts';
import type { TariffShown, TariffVersion } from '../../../../shared/console/prices.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { changePricePath, pricePath } from '../../parts/pricePaths.ts';
import { Row } from '../../parts/Row.tsx';
import { WeekPictures } from '../../parts/WeekPictures.tsx';
import { readPriceChange, type Values } from './priceForm.ts';

interface PriceConflictProps {
  tariff: TariffShown;
  version: TariffVersion;
  values: Values;
  refusal: Extract<Refusal, { kind: 'changed' }>;
}

/** Shown if the prices have changed since the person saw them: the change of the other person, and the one that was not made. */
export function PriceConflict({ tariff, version, values, refusal: { by } }: PriceConflictProps) {
  const { t, dateTime, unitPrice } = useWords();
  const latest = tariff.waiting ?? tariff.announced.at(-1) ?? tariff;
  const { prices, added } = readPriceChange(tariff.id, values, version.rows);
  const typed = [...prices, ...added].map(({ priceMicro }) =>
    priceMicro < 0 ? '–' : unitPrice(priceMicro, tariff.table.currency),
  );
  return (
    <>
      <h1>{t('acts.conflict.title')}</h1>
      <div className="note note--warning gap">
        <Icon name="users" />
        <div>
          <b>{t('prices.conflict.lead')}</b>
        </div>
      </div>
      <div className="vs">
        <div>
          <h2>{by ? t('prices.conflict.theirs', { who: by.who, at: dateTime(by.at) }) : t('prices.conflict.import')}</h2>
          <dl className="rows">
            <Row name={t('acts.conflict.what')} value={by ? t(`acts.name.${by.does}`) : t('acts.name.import')} />
            <Row name={t('acts.reason')} value={by?.reason || '–'} />
          </dl>
          <WeekPictures table={latest.table} />
        </div>
        <div>
          <h2>{t('acts.conflict.notDone')}</h2>
          <dl className="rows">
            <Row name={t('prices.from')} value={`${values.date ?? ''} ${values.time ?? ''}`} />
            <Row name={t('prices.conflict.prices')} value={typed.join(', ')} />
            <Row name={t('acts.reason')} value={values.reason ?? ''} />
          </dl>
        </div>
      </div>
      <div className="acts gap">
        <a className="btn btn--primary" href={pricePath(tariff.id)}>
          {t('prices.conflict.see')}
        </a>
        <a className="btn btn--quiet" href={changePricePath(tariff.id)}>
          {t('prices.conflict.again')}
        </a>
      </div>
      <p className="small muted">{t('acts.conflict.audit')}</p>
    </>
  );
}
