import type { Report, ReportPart } from '../../../../shared/console/reports.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { ShareBar } from '../../parts/ShareBar.tsx';
import { useSupplierNames } from '../../parts/Suppliers.tsx';

/** The other brands and currencies are folded. */
const SHOWN_GROUPS = 2;

/** What the prices of the sessions consist of, by kind of bill line, for each brand in each currency. */
export function Parts({ report: { parts } }: { report: Report }) {
  const { t } = useWords();
  const nameOf = useSupplierNames();
  if (parts.length === 0) return null;
  const groups = Map.groupBy(parts, ({ supplier, currency }) => `${nameOf(supplier)}, ${currency}`);
  const [shown, others] = [[...groups].slice(0, SHOWN_GROUPS), [...groups].slice(SHOWN_GROUPS)];
  const partsOf = ([name, group]: [string, ReportPart[]]) => (
    <PartsOf key={name} name={groups.size > 1 ? name : null} parts={group} />
  );
  return (
    <Block name={t('reports.parts')}>
      <p className="muted small">{t('reports.parts.note')}</p>
      {shown.map(partsOf)}
      {others.length > 0 && <Folded text={t('reports.parts.others', { count: others.length })}>{others.map(partsOf)}</Folded>}
    </Block>
  );
}

function PartsOf({ name, parts }: { name: string | null; parts: readonly ReportPart[] }) {
  const { t, money, decimal } = useWords();
  const total = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const percent = (minor: number) => (total > 0 ? (minor / total) * 100 : 0);
  const sorted = parts.toSorted((one, other) => other.amountMinor - one.amountMinor);
  const share = (part: ReportPart) =>
    t('reports.parts.share', { kind: t(`reports.kind.${part.kind}`), percent: decimal(percent(part.amountMinor)) });
  return (
    <section className="parts">
      {name !== null && <h3>{name}</h3>}
      <p className="vh">{sorted.map(share).join(', ')}</p>
      <dl className="rows">
        {sorted.map(part => (
          <div key={part.kind}>
            <dt>
              {share(part)}
              <ShareBar percent={percent(part.amountMinor)} kind="money" />
            </dt>
            <dd>{money(part.amountMinor, part.currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
