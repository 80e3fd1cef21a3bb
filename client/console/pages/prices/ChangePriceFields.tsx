import type { TariffShown, TariffVersion } from '../../../../shared/console/prices.ts';
import type { Currency } from '../../../../shared/model/money.ts';
import type { Weekday } from '../../../../shared/model/tariff.ts';
import type { PriceRow } from '../../../../shared/price/priceRow.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { ReasonField } from '../../parts/ActFields.tsx';
import { Block } from '../../parts/Block.tsx';
import { useDayWords } from '../../parts/WeekPictures.tsx';
import { addedCount, addedFields, DAY_CHOICES, MAX_ADDED, type Values } from './priceForm.ts';

interface ChangePriceFieldsProps {
  tariff: TariffShown;
  version: TariffVersion;
  values: Values;
  part: 'prices' | 'start';
}

/** The fields of a price change: the prices, or its start, reason and approval. */
export function ChangePriceFields({ part, ...props }: ChangePriceFieldsProps) {
  return part === 'prices' ? <PriceFields {...props} /> : <StartFields {...props} />;
}

type PartProps = Omit<ChangePriceFieldsProps, 'part'>;

function PriceFields({ tariff, version, values }: PartProps) {
  const { t } = useWords();
  const { currency } = tariff.table;
  const count = addedCount(values);
  return (
    <Block
      name={t('prices.change.prices')}
      more={
        count < MAX_ADDED && (
          <button type="submit" name="step" value="add" className="btn btn--quiet" formNoValidate>
            {t('prices.change.add')}
          </button>
        )
      }
    >
      <table className="board price-table">
        <caption className="vh">{t('prices.change.prices')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('prices.column.what')}</th>
            <th scope="col" className="r">
              {t('prices.column.now')}
            </th>
            <th scope="col" className="r">
              {t('prices.column.new', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {version.rows.map(row => (
            <Row key={row.row} row={row} currency={currency} values={values} />
          ))}
        </tbody>
      </table>
      {Array.from({ length: count }, (_, index) => index).map(index => (
        <Added key={index} index={index} values={values} currency={currency} />
      ))}
    </Block>
  );
}

const plainPrice = (micro: number): string => (micro / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');

function Row({ row, currency, values }: { row: PriceRow; currency: Currency; values: Values }) {
  const { t, unitPrice } = useWords();
  const { when } = useRowWords(currency);
  const name = `price${row.row}`;
  const mark = t('prices.decimalMark');
  const current = plainPrice(row.priceMicro).replace('.', mark);
  const typed = values[name] ?? current;
  const label = [t(`prices.line.${row.kind}`), t(`prices.unit.${row.unit}`)].join(', ');
  const detail = when(row);
  return (
    <tr>
      <th scope="row">
        <label htmlFor={name}>{label}</label>
        {detail && <small>{detail}</small>}
      </th>
      <td className="r dim">
        {typed === current ? unitPrice(row.priceMicro, currency) : <s>{unitPrice(row.priceMicro, currency)}</s>}
      </td>
      <td className="r">
        <input
          className={typed === current ? 'input price-input' : 'input price-input price-input--changed'}
          id={name}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          defaultValue={typed}
        />
      </td>
    </tr>
  );
}

/** Returns a function that writes when a price applies. Restrictions that the console cannot write are shown as in OCPI. */
function useRowWords(currency: Currency) {
  const { t, money, number } = useWords();
  const { day, dayRange } = useDayWords();
  const days = (names: readonly Weekday[]): string => {
    const choice = Object.entries(DAY_CHOICES).find(([, each]) => each.length > 1 && each.join() === names.join());
    const [first, last] = [names[0], names.at(-1)];
    return choice && first && last ? dayRange(first, last) : names.map(day).join(', ');
  };
  return {
    when({ kind, dimension, restrictions, graceMinutes, maxMinor }: PriceRow): string {
      const { daysOfWeek = [], startTime, endTime, holiday, minDurationS, maxDurationS, ...rest } = restrictions;
      const minutes = (key: TextKey, seconds: number) => t(key, { minutes: number(seconds / 60) });
      return [
        kind === 'blocking' ? t(dimension === 'TIME' ? 'prices.row.charging' : 'prices.row.standing') : '',
        holiday ? t('prices.day.holiday') : '',
        days(daysOfWeek),
        startTime === undefined && endTime === undefined ? '' : `${startTime ?? '00:00'}–${endTime ?? '24:00'}`,
        minDurationS ? minutes('prices.row.after', minDurationS) : '',
        maxDurationS === undefined ? '' : minutes('prices.row.until', maxDurationS),
        graceMinutes === null ? '' : t('prices.row.grace', { minutes: graceMinutes }),
        maxMinor === null ? '' : t('prices.most', { amount: money(maxMinor, currency) }),
        ...Object.entries(rest).map(([name, value]) => `${name} ${value}`),
      ]
        .filter(Boolean)
        .join(', ');
    },
  };
}

function Added({ index, values, currency }: { index: number; values: Values; currency: string }) {
  const { t } = useWords();
  const { dayRange } = useDayWords();
  const names = addedFields(index);
  const choices = Object.entries(DAY_CHOICES).map(([value, days]) => {
    const [first, last] = [days[0], days.at(-1)];
    return { value, text: first && last ? dayRange(first, last) : t('prices.change.allDays') };
  });
  return (
    <fieldset className="gap">
      <legend className="label">{t('prices.change.added', { number: index + 1 })}</legend>
      <div className="added-price">
        <div>
          <label htmlFor={names.days}>{t('prices.column.days')}</label>
          <select className="input" id={names.days} name={names.days} defaultValue={values[names.days] ?? 'all'}>
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        {(['from', 'to'] as const).map(name => (
          <div key={name}>
            <label htmlFor={names[name]}>{t(`prices.column.${name}`)}</label>
            <input className="input" id={names[name]} name={names[name]} type="time" defaultValue={values[names[name]]} />
          </div>
        ))}
        <div>
          <label htmlFor={names.price}>{t('prices.column.new', { currency })}</label>
          <input
            className="input"
            id={names.price}
            name={names.price}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            defaultValue={values[names.price]}
          />
        </div>
      </div>
    </fieldset>
  );
}

function StartFields({ tariff, values }: PartProps) {
  const { t } = useWords();
  return (
    <Block name={t('prices.change.whenAndWhy')}>
      <div className="form-grid">
        <div>
          <label htmlFor="date">{t('prices.from')}</label>
          <input className="input" id="date" name="date" type="date" required defaultValue={values.date} />
        </div>
        <div>
          <label htmlFor="time">{t('prices.change.time')}</label>
          <input className="input" id="time" name="time" type="time" required defaultValue={values.time ?? '00:00'} />
        </div>
      </div>
      <p className="hint gap-sm">{t('prices.change.zone', { zone: tariff.at.timeZone })}</p>
      <ReasonField value={values.reason ?? ''} />
      {tariff.needsSecond ? (
        <p className="gap">{t('prices.change.secondRequired')}</p>
      ) : (
        <div className="choices gap">
          <label className="choice">
            <input type="checkbox" name="second" defaultChecked={values.second === 'on'} />
            <span className="choice__text">{t('prices.change.second')}</span>
          </label>
        </div>
      )}
      <div className="acts acts--wide gap">
        <button type="submit" name="step" value="check" className="btn btn--primary">
          {t('prices.change.check')}
        </button>
      </div>
      <p className="small muted gap-sm">{t('prices.change.nothingYet')}</p>
    </Block>
  );
}
