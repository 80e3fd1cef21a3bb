import type { PriceChangeBy, TariffShown, WaitingVersion } from '../../../../shared/console/prices.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { useConsole, useIsOfBrand, useMayOperate } from '../../core/ConsoleContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { changePricePath, decidePricePath, withdrawPricePath } from '../../parts/pricePaths.ts';
import { ComparisonLegend, WeekPictures } from '../../parts/WeekPictures.tsx';
import { FeeRows } from './FeeRows.tsx';
import { useFees } from './fees.ts';

/** The weekly prices and the fees of a tariff, its announced later versions, and the change that awaits approval. */
export function TariffView({ tariff }: { tariff: TariffShown }) {
  const { t, text } = useWords();
  const { drivers } = useConsole();
  const { id, version, table, at, announced, waiting, isEditable, changed } = tariff;
  const isOfBrand = useIsOfBrand();
  const canChange = useMayOperate() && isEditable;
  return (
    <>
      {waiting && <WaitingChange tariff={tariff} waiting={waiting} />}
      <section className="blk" aria-labelledby="tariff">
        <div className="blk__h">
          <h2 id="tariff">{t('prices.now')}</h2>
          <a href={`${drivers}/${at.clientId}/evse/${encodeURIComponent(at.evseId)}?plug=${at.connector}`}>
            {t('prices.seeAsDriver')}
          </a>
        </div>
        <WeekPictures table={table} />
        <Fees table={table} />
        {changed && <ChangedBy by={changed} />}
        <p className="small muted">
          {t('prices.shownAt', {
            ...{ evse: at.evseId, plug: at.connector, power: { powerW: at.powerW } },
            version: version.slice(0, 8),
          })}
        </p>
        {canChange && !waiting && (
          <div className="acts gap">
            <a className="btn btn--primary" href={changePricePath(id)}>
              {t('prices.change.open')}
            </a>
          </div>
        )}
        {!isEditable && !isOfBrand && <p className="small muted">{t('prices.refusal.byConnection', { tariff: id })}</p>}
      </section>
      {!(announced.length === 0 && waiting) && (
        <Block name={t('prices.announced')}>
          {announced.length === 0 && <p className="muted">{t('prices.announcedNone')}</p>}
          {announced.map((each, index) => (
            <div key={each.from}>
              <h3>{text({ key: 'prices.sinceDate', values: { from: { moment: each.from ?? '', zone: at.timeZone } } })}</h3>
              <WeekPictures table={each.table} before={(announced[index - 1] ?? tariff).table} />
              <ComparisonLegend />
              <Fees table={each.table} />
              {each.changed && <ChangedBy by={each.changed} />}
              {canChange && !waiting && (
                <div className="acts gap">
                  <a className="btn" href={changePricePath(id, each.from)}>
                    {t('prices.change.open')}
                  </a>
                  {each.changed && (
                    <a className="btn btn--quiet" href={withdrawPricePath(tariff, each.from)}>
                      {t('prices.withdraw.open')}
                    </a>
                  )}
                </div>
              )}
            </div>
          ))}
          {announced.length > 0 && <p className="small muted">{t('prices.note')}</p>}
        </Block>
      )}
    </>
  );
}

/** Says that the prices shown were set by staff, and why. */
function ChangedBy({ by, text = 'prices.changedBy' }: { by: PriceChangeBy; text?: 'prices.changedBy' | 'prices.requestedBy' }) {
  const { t, dateTime } = useWords();
  return <p className="small muted">{t(text, { who: by.who, at: dateTime(by.at), reason: by.reason })}</p>;
}

function WaitingChange({ tariff, waiting }: { tariff: TariffShown; waiting: WaitingVersion }) {
  const { t } = useWords();
  const { who } = useConsole();
  return (
    <section className="blk" aria-labelledby="waiting">
      <div className="note note--warning">
        <Icon name="users" />
        <div>
          <b id="waiting">
            {t(waiting.isWithdrawal ? 'prices.waitingWithdrawal' : 'prices.waiting', {
              from: { moment: waiting.from ?? '', zone: tariff.at.timeZone },
            })}
          </b>
          {waiting.changed && <ChangedBy by={waiting.changed} text="prices.requestedBy" />}
        </div>
      </div>
      {!waiting.isWithdrawal && (
        <>
          <WeekPictures table={waiting.table} before={tariff.table} />
          <ComparisonLegend />
        </>
      )}
      {who?.may === 'act' && (
        <div className="acts gap">
          {waiting.changed?.who !== who.name && (
            <a className="btn btn--primary" href={decidePricePath(tariff, 'confirm')}>
              {t('acts.name.confirm-price')} …
            </a>
          )}
          <a className="btn btn--quiet" href={decidePricePath(tariff, 'decline')}>
            {t('acts.name.decline-price')} …
          </a>
        </div>
      )}
    </section>
  );
}

function Fees({ table }: { table: PriceTable }) {
  const fees = useFees(table);
  if (fees.length === 0) return null;
  return (
    <dl className="rows gap">
      <FeeRows fees={fees} />
    </dl>
  );
}
