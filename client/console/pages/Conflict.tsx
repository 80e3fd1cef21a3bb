import type { ActName } from '../../../shared/console/acts.ts';
import type { Refusal } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

interface ConflictProps {
  number: number;
  does: ActName;
  refusal: Extract<Refusal, { kind: 'changed' }>;
  values: Readonly<Record<string, string>>;
}

/** Somebody was faster: who did what, and what was not done. */
export function Conflict({ number, does, refusal: { by, left }, values }: ConflictProps) {
  const { say, money, time } = useWords();
  return (
    <div className="focus">
      <h1>{say('acts.conflict.title')}</h1>
      <div className="note note--warning gap">
        <Icon name="users" />
        <div>
          <b>{say('acts.conflict.lead')}</b>
          {!by && <p>{say('acts.conflict.nobody')}</p>}
        </div>
      </div>
      <div className="vs">
        {by && (
          <div>
            <h2>{say('acts.conflict.done', { at: time(by.at) })}</h2>
            <dl className="rows">
              <Row name={say('acts.conflict.who')} value={by.who} />
              <Row name={say('acts.conflict.what')} value={say(`acts.name.${by.does}`)} />
              {by.amount && <Row name={say('acts.conflict.amount')} value={money(by.amount.amountMinor, by.amount.currency)} />}
              <Row name={say('acts.reason')} value={by.reason} />
            </dl>
          </div>
        )}
        <div>
          <h2>{say('acts.conflict.notDone')}</h2>
          <dl className="rows">
            <Row name={say('acts.conflict.who')} value={say('acts.conflict.you')} />
            <Row name={say('acts.conflict.what')} value={say(`acts.name.${does}`)} />
            <Row name={say('acts.reason')} value={values.reason ?? ''} />
            {left && <Row name={say('acts.conflict.left')} value={money(left.amountMinor, left.currency)} />}
          </dl>
        </div>
      </div>
      <div className="acts gap">
        <a className="btn btn--primary" href={`/operator/sessions/${number}`}>
          {say('acts.conflict.see')}
        </a>
        <a className="btn btn--quiet" href="/operator">
          {say('frame.backToToday')}
        </a>
      </div>
      <p className="small muted">{say('acts.conflict.audit')}</p>
    </div>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
