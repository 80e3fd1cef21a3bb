import type { Calculated, TariffShown } from '../../../../shared/console/prices.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/** As it stands in the address. */
export interface Typed {
  kwh: string;
  from: string;
  min: string;
}

interface CalculatorProps {
  tariff: TariffShown;
  /** Where the page of tariffs begins. */
  after: string;
  typed: Typed;
  calculated: Calculated | null | undefined;
}

/** What a session would cost: asked by GET, answered by the calculation that bills are made with. */
export function Calculator({ tariff, after, typed, calculated }: CalculatorProps) {
  const { say } = useWords();
  return (
    <Block name={say('prices.calc')}>
      <div className="calc">
        <form action={`/operator/prices/${encodeURIComponent(tariff.id)}`} className="stack">
          {after !== '' && <input type="hidden" name="after" value={after} />}
          <div>
            <label htmlFor="kwh">{say('prices.energy')}</label>
            <div className="affix">
              <input className="input" id="kwh" name="kwh" inputMode="decimal" required defaultValue={typed.kwh || '30'} />
              <span>kWh</span>
            </div>
          </div>
          <div>
            <label htmlFor="from">{say('prices.begins')}</label>
            <input className="input" id="from" name="from" type="datetime-local" required defaultValue={typed.from} />
          </div>
          <div>
            <label htmlFor="min">{say('prices.plugged')}</label>
            <div className="affix">
              <input className="input" id="min" name="min" inputMode="numeric" defaultValue={typed.min} />
              <span>{say('prices.min')}</span>
            </div>
          </div>
          <button type="submit" className="btn">
            {say('prices.calculate')}
          </button>
        </form>
        {calculated === null && <p role="status">{say('prices.cannot')}</p>}
        {calculated && <Result calculated={calculated} powerW={tariff.at.powerW} />}
      </div>
    </Block>
  );
}

function Result({ calculated: { bill, minutes }, powerW }: { calculated: Calculated; powerW: number }) {
  const { say, money, percent: percentWords } = useWords();
  const { currency, lines, totalMinor, vat } = bill;
  return (
    <>
      <dl className="rows">
        {lines.map(({ kind, unitPriceMicro, amountMinor }) => (
          <div key={`${kind} ${unitPriceMicro}`}>
            <dt>{say(`prices.line.${kind}`)}</dt>
            <dd>{money(amountMinor, currency)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{say('prices.total')}</dt>
          <dd>{money(totalMinor, currency)}</dd>
        </div>
        {vat.map(({ percent, vatMinor }) => (
          <div key={percent}>
            <dt>{say('prices.vat', { percent: percentWords(percent) })}</dt>
            <dd>{money(vatMinor, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{say('prices.takes', { minutes, power: { powerW } })}</p>
    </>
  );
}
