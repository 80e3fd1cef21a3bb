import type { Attention } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { useWords } from '../core/translations.ts';
import { attentionPath } from './attentionPath.ts';
import { decidePricePath } from './pricePaths.ts';

interface Button {
  to: string;
  text: string;
}

/** Returns the buttons that resolve an alert. The person who made a request can only withdraw the request. */
function useDecisions({ acts, number, waiting, price, about }: Attention): Button[] {
  const { t } = useWords();
  const { who } = useConsole();
  const request = waiting ?? price;
  const isOwn = request?.by === who?.name;
  const pathOf = (decision: 'confirm' | 'decline') =>
    price && about
      ? decidePricePath({ id: about.name, revision: price.revision }, decision)
      : `/operator/sessions/${number}/${decision}-refund`;
  if (!request) return acts.map(does => ({ to: `/operator/sessions/${number}/${does}`, text: t(`acts.name.${does}`) }));
  if (isOwn) return [{ to: pathOf('decline'), text: t('acts.withdrawRequest') }];
  return [
    { to: pathOf('confirm'), text: t('today.confirm') },
    { to: pathOf('decline'), text: t('today.decline') },
  ];
}

/** The buttons of an alert: those that resolve the alert or show what the alert is about, one to take the alert on, one to close it. */
export function AttentionActs({ item }: { item: Attention }) {
  const { t } = useWords();
  const { who } = useConsole();
  const decisions = useDecisions(item);
  const { id, number, about, taken, waiting, price, endsManually } = item;
  const path = attentionPath(item);
  if (who?.may !== 'act') return null;
  return (
    <div className="acts">
      {decisions.map(({ to, text }, index) => (
        <a key={to} className={index === 0 ? 'btn' : 'btn btn--quiet'} href={to}>
          {text} …
        </a>
      ))}
      {decisions.length === 0 && path && (
        <a className="btn" href={path}>
          {t(`today.see.${number === null && about ? about.kind : 'session'}`)}
        </a>
      )}
      {!taken && !waiting && !price && (
        <Form action={`/operator/attention/${id}`} hidden={{ does: 'take-on' }}>
          <button type="submit" className="btn btn--quiet">
            {t('today.take')}
          </button>
        </Form>
      )}
      {endsManually && (
        <a className="btn btn--quiet" href={`/operator/attention/${id}`}>
          {t('today.finish')} …
        </a>
      )}
    </div>
  );
}
