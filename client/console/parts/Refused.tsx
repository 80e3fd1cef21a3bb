import type { ActPreview, Refusal } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** Says that a form was not executed because its input is invalid. */
function Problem({ text }: { text: string }) {
  return (
    <div className="note note--error gap" role="alert">
      <Icon name="circle-alert" />
      <div>
        <b>{text}</b>
      </div>
    </div>
  );
}

/** Says why an action was refused. If the reason has no translation, the English text of the command line is shown. */
export function Refused({ refusal }: { refusal: Refusal }) {
  const { t, text } = useWords();
  if (refusal.kind === 'not-connected')
    return (
      <div className="note note--error gap" role="alert">
        <Icon name="circle-alert" />
        <div>
          <b>{t('stations.notConnected')}</b>
          <p>{t(`stations.fault.${refusal.fault}`)}</p>
          <p className="small muted mono" lang="en">
            {refusal.why}
          </p>
        </div>
      </div>
    );
  return (
    <div className="note note--warning gap">
      <Icon name="triangle-alert" />
      <div>
        <b>{t(refusal.kind === 'read-only' ? 'frame.trouble.readOnly.title' : 'acts.notNow')}</b>
        {refusal.kind === 'changed' && refusal.by && (
          <p>
            {refusal.by.who}: {t(`acts.name.${refusal.by.does}`)}, {refusal.by.reason}
          </p>
        )}
        {refusal.kind === 'not-now' && (refusal.text ? <p>{text(refusal.text)}</p> : <p lang="en">{refusal.why}</p>)}
      </div>
    </div>
  );
}

/** Says why the action is not possible. */
export function Why({ refusal }: { refusal: ActPreview }) {
  const { text } = useWords();
  if (refusal.kind === 'possible') return null;
  return refusal.kind === 'not-now' && refusal.text ? <Problem text={text(refusal.text)} /> : <Refused refusal={refusal} />;
}
