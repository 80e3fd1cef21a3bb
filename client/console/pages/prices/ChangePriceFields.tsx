import type { TariffShown, TariffVersion } from '../../../../shared/console/prices.ts';
import type { Currency } from '../../../../shared/model/money.ts';
import type { PriceRow } from '../../../../shared/price/priceRow.ts';
import { useWords } from '../../core/translations.ts';
import { ReasonField } from '../../parts/ActFields.tsx';
import { Block } from '../../parts/Block.tsx';
import { Field } from '../../parts/Field.tsx';
import { describedBy, type Faults, FieldFault } from '../../parts/FieldFault.tsx';
import { useDayWords } from '../../parts/WeekPictures.tsx';
import { addedCount, addedFields, addedIndexes, DAY_CHOICES, MAX_ADDED, type Values } from './priceForm.ts';
import { timedRows } from './rowTimes.ts';
import { useRowLabel } from './rowWords.ts';

interface ChangePriceFieldsProps {
  tariff: TariffShown;
  version: TariffVersion;
  values: Values;
  faults: Faults;
  part: 'prices' | 'start';
}

/** The fields of a price change: the prices, or its start, reason and approval. */
export function ChangePriceFields({ part, ...props }: ChangePriceFieldsProps) {
  return part === 'prices' ? <PriceFields {...props} /> : <StartFields {...props} />;
}

type PartProps = Omit<ChangePriceFieldsProps, 'part'>;

function PriceFields({ tariff, version, values, faults }: PartProps) {
  const { t } = useWords();
  const labelOf = useRowLabel(tariff.table.currency);
  const { currency } = tariff.table;
  const count = addedCount(values);
  return (
    <Block
      name={t('prices.change.prices')}
      more={
        count < MAX_ADDED && (
          <button type="submit" name="step" value="add" className="btn btn--quiet">
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
          {timedRows(version.rows).map(each => (
            <Row key={each.row.row} row={each.row} label={labelOf(each)} currency={currency} values={values} faults={faults} />
          ))}
        </tbody>
      </table>
      {addedIndexes(values).map(index => (
        <Added key={index} index={index} values={values} faults={faults} currency={currency} />
      ))}
    </Block>
  );
}

const plainPrice = (micro: number): string => (micro / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');

interface RowProps extends Pick<ChangePriceFieldsProps, 'values' | 'faults'> {
  row: PriceRow;
  label: ReturnType<ReturnType<typeof useRowLabel>>;
  currency: Currency;
}

function Row({ row, label: { name: what, detail }, currency, values, faults }: RowProps) {
  const { t, unitPrice } = useWords();
  const name = `price${row.row}`;
  const fault = faults[name];
  const current = plainPrice(row.priceMicro).replace('.', t('prices.decimalMark'));
  const typed = values[name] ?? current;
  const isChanged = typed !== current && !fault;
  return (
    <tr>
      <th scope="row">
        <label htmlFor={name}>
          {what} {detail && <small>{detail}</small>}
        </label>
        <FieldFault id={name} fault={fault} />
      </th>
      <td className="r dim">
        <span className="narrow-only">{t('prices.column.now')} </span>
        {isChanged ? <s>{unitPrice(row.priceMicro, currency)}</s> : unitPrice(row.priceMicro, currency)}
      </td>
      <td className="r">
        <input
          className={isChanged ? 'input price-input price-input--changed' : 'input price-input'}
          id={name}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          defaultValue={typed}
          {...describedBy(name, { fault })}
        />
      </td>
    </tr>
  );
}

interface AddedProps extends Pick<ChangePriceFieldsProps, 'values' | 'faults'> {
  index: number;
  currency: string;
}

function Added({ index, values, faults, currency }: AddedProps) {
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
            <input
              className="input"
              id={names[name]}
              name={names[name]}
              type="time"
              defaultValue={values[names[name]]}
              {...describedBy(names[name], { fault: faults[names[name]] })}
            />
            <FieldFault id={names[name]} fault={faults[names[name]]} />
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
            {...describedBy(names.price, { fault: faults[names.price] })}
          />
          <FieldFault id={names.price} fault={faults[names.price]} />
        </div>
      </div>
    </fieldset>
  );
}

function StartFields({ tariff, values, faults }: PartProps) {
  const { t } = useWords();
  return (
    <Block name={t('prices.change.whenAndWhy')}>
      <div className="form-grid">
        <Field name="date" label="prices.from" type="date" required value={values.date ?? ''} fault={faults.date} />
        <Field name="time" label="prices.change.time" type="time" required value={values.time ?? '00:00'} fault={faults.time} />
      </div>
      <p className="hint gap-sm">{t('prices.change.zone', { zone: tariff.at.timeZone })}</p>
      <ReasonField value={values.reason ?? ''} fault={faults.reason} />
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
