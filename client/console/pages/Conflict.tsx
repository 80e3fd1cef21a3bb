import type { ActName } from '../../../shared/console/acts.ts';
import type { Refusal } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { Row } from '../parts/Row.tsx';

interface ConflictProps {
  number: number;
  does: ActName;
  refusal: Extract<Refusal, { kind: 'changed' }>;
  values: Readonly<Record<string, string>>;
}

/**
 * Shown if the session has changed since the person saw it. Says what has happened, and which action was therefore not
 * performed.
 */
export function Conflict({ number, does, refusal: { by, left }, values }: ConflictProps) {
  const { t, money, time } = useWords();
  return (
    <div className="focus">
      <h1>{t('acts.conflict.title')}</h1>
      <div className="note note--warning gap">
        <Icon name="users" />
        <div>
          <b>{t('acts.conflict.lead')}</b>
          {!by && <p>{t('acts.conflict.nobody')}</p>}
        </div>
      </div>
      <div className="vs">
        {by && (
          <div>
            <h2>{t('acts.conflict.done', { at: time(by.at) })}</h2>
            <dl className="rows">
              <Row name={t('acts.conflict.who')} value={by.who} />
              <Row name={t('acts.conflict.what')} value={t(`acts.name.${by.does}`)} />
              {by.amount && <Row name={t('acts.conflict.amount')} value={money(by.amount.amountMinor, by.amount.currency)} />}
              <Row name={t('acts.reason')} value={by.reason} />
            </dl>
          </div>
        )}
        <div>
          <h2>{t('acts.conflict.notDone')}</h2>
          <dl className="rows">
            <Row name={t('acts.conflict.who')} value={t('acts.conflict.you')} />
            <Row name={t('acts.conflict.what')} value={t(`acts.name.${does}`)} />
            <Row name={t('acts.reason')} value={values.reason ?? ''} />
            {left && <Row name={t('acts.conflict.left')} value={money(left.amountMinor, left.currency)} />}
          </dl>
        </div>
      </div>
      <div className="acts gap">
        <a className="btn btn--primary" href={`/operator/sessions/${number}`}>
          {t('acts.conflict.see')}
        </a>
        <a className="btn btn--quiet" href="/operator">
          {t('frame.backToToday')}
        </a>
      </div>
      <p className="small muted">{t('acts.conflict.audit')}</p>
    </div>
  );
}
