import type { FaultLine } from '../../../../shared/console/faults.ts';
import type { OperatedPoint } from '../../../../shared/console/point.ts';
import { useMayOperate } from '../../core/ConsoleContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { closeFaultsPath, faultPath } from '../../parts/stationStyles.ts';

/** The open reports of drivers about a charging point, with their photos and actions. Renders nothing if there are none. */
export function Faults({ operated: { point, faults, faultCount } }: { operated: OperatedPoint }) {
  const { t } = useWords();
  const mayAct = useMayOperate();
  const [newest] = faults;
  if (!newest) return null;
  const { evseId } = point;
  return (
    <Block
      name={t('faults.title', { count: faultCount })}
      more={
        mayAct && <a href={`${closeFaultsPath(evseId)}?until=${encodeURIComponent(newest.receivedAt)}`}>{t('faults.close')} …</a>
      }
    >
      <FaultList faults={faults} evseId={evseId} mayAnswer={mayAct} />
      {faultCount > faults.length && <p className="small muted">{t('faults.more')}</p>}
    </Block>
  );
}

interface FaultListProps {
  faults: readonly FaultLine[];
  evseId: string;
  mayAnswer?: boolean;
}

/** Reports with the driver's words, the plug, the time, the photo, and the answers so far. */
export const FaultList = ({ faults, evseId, mayAnswer = false }: FaultListProps) => (
  <ul className="faults">
    {faults.map(fault => (
      <Report key={fault.id} fault={fault} evseId={evseId} mayAnswer={mayAnswer} />
    ))}
  </ul>
);

function Report({ fault, evseId, mayAnswer }: { fault: FaultLine; evseId: string; mayAnswer: boolean }) {
  const { t, dateTime } = useWords();
  const { id, kind, plug, words, receivedAt, hasPhoto, wantsAnswer, answers } = fault;
  const path = faultPath({ evseId, report: id });
  const at = dateTime(receivedAt);
  return (
    <li>
      <Icon name={kind === 'danger' ? 'triangle-alert' : 'circle-alert'} />
      <div>
        <b>{t(`faults.kind.${kind}`)}</b>
        <p className="small muted">
          {plug === null ? t('faults.point') : t('stations.plugName', { number: plug })} · {t('faults.since', { at })}
          {wantsAnswer && ` · ${t(answers.length > 0 ? 'faults.answered' : 'faults.wants')}`}
        </p>
        {words !== '' && <p className="faults__words">{words}</p>}
        {hasPhoto && (
          <a className="faults__photo" href={`${path}/photo`}>
            <img src={`${path}/photo`} alt={t('faults.photo', { at })} loading="lazy" />
          </a>
        )}
        {answers.map(answer => (
          <div key={answer.at} className="faults__answer">
            <p className="small muted">{t('faults.answerBy', { who: answer.by, at: dateTime(answer.at) })}</p>
            <p className="faults__words">{answer.words}</p>
          </div>
        ))}
        {wantsAnswer && mayAnswer && (
          <div className="acts">
            <a className="btn btn--quiet" href={`${path}/answer`}>
              <Icon name="mail" />
              {t('faults.answer')} …
            </a>
          </div>
        )}
      </div>
    </li>
  );
}
