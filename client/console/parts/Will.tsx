import type { Consequence } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { PricePreview, PriceRemarks } from './PricePreview.tsx';

/** The preview of an action: the amounts before and after it, and its steps. */
export function Will({ consequence }: { consequence: Consequence }) {
  const { t, text, money } = useWords();
  const { before, after, steps, warning, price } = consequence;
  const names = [...new Map([...before, ...after].map(({ name }) => [name.key, name])).values()];
  const amountOf = (lines: Consequence['before'], key: string) => {
    const line = lines.find(({ name }) => name.key === key);
    return line ? money(line.amount.amountMinor, line.amount.currency) : '–';
  };
  return (
    <section className="will" aria-labelledby="will">
      <h2 id="will">{t('acts.will')}</h2>
      {price && <PricePreview preview={price} />}
      {names.length > 0 && (
        <table className="ba">
          <caption className="vh">{t('acts.will')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('acts.now')}</th>
              <th scope="col">{t('acts.then')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map(name => (
              <tr key={name.key}>
                <th scope="row">{text(name)}</th>
                <td>{amountOf(before, name.key)}</td>
                <td>{amountOf(after, name.key)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ol className="route">
        {steps.map(({ text: what, note, amount }) => (
          <li key={text(what)} className="later">
            <span className="t">{text(what)}</span>
            <span className="amount">{amount && money(amount.amountMinor, amount.currency)}</span>
            {note && <small>{text(note)}</small>}
          </li>
        ))}
      </ol>
      {price && <PriceRemarks remarks={price.remarks} />}
      {warning && (
        <p className="row gap will__warning">
          <Icon name="triangle-alert" />
          <span>{text(warning)}</span>
        </p>
      )}
    </section>
  );
}
