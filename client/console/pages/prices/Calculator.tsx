import type { Calculated, TariffShown } from '../../../../shared/console/prices.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { pricePath } from '../../parts/pricePaths.ts';

/** The input of the price calculator, as typed. */
export interface Typed {
  kwh: string;
  from: string;
  min: string;
}

interface CalculatorProps {
  tariff: TariffShown;
  typed: Typed;
  calculated: Calculated | null | undefined;
}

/**
 * Calculates the price of an example session with the same code as bills. The form uses GET, so that a result can be shared as a
 * link.
 */
export function Calculator({ tariff, typed, calculated }: CalculatorProps) {
  const { t } = useWords();
  return (
    <Block name={t('prices.calc')}>
      <div className="calc">
        <form action={pricePath(tariff.id)} className="stack">
          <div>
            <label htmlFor="kwh">{t('prices.energy')}</label>
            <div className="affix">
              <input className="input" id="kwh" name="kwh" inputMode="decimal" required defaultValue={typed.kwh || '30'} />
              <span>kWh</span>
            </div>
          </div>
          <div>
            <label htmlFor="from">{t('prices.begins')}</label>
            <input className="input" id="from" name="from" type="datetime-local" required defaultValue={typed.from} />
          </div>
          <div>
            <label htmlFor="min">{t('prices.plugged')}</label>
            <div className="affix">
              <input className="input" id="min" name="min" inputMode="numeric" defaultValue={typed.min} />
              <span>{t('prices.min')}</span>
            </div>
          </div>
          <button type="submit" className="btn">
            {t('prices.calculate')}
          </button>
        </form>
        {calculated === null && <p role="status">{t('prices.cannot')}</p>}
        {calculated && <Result calculated={calculated} powerW={tariff.at.powerW} />}
      </div>
    </Block>
  );
}

function Result({ calculated: { bill, minutes }, powerW }: { calculated: Calculated; powerW: number }) {
  const { t, money, percent: percentWords } = useWords();
  const { currency, lines, totalMinor, vat } = bill;
  return (
    <>
      <dl className="rows">
        {lines.map(({ kind, unitPriceMicro, amountMinor }) => (
          <div key={`${kind} ${unitPriceMicro}`}>
            <dt>{t(`prices.line.${kind}`)}</dt>
            <dd>{money(amountMinor, currency)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t('prices.total')}</dt>
          <dd>{money(totalMinor, currency)}</dd>
        </div>
        {vat.map(({ percent, vatMinor }) => (
          <div key={percent}>
            <dt>{t('prices.vat', { percent: percentWords(percent) })}</dt>
            <dd>{money(vatMinor, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('prices.takes', { minutes, power: { powerW } })}</p>
    </>
  );
}
