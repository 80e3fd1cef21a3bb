import { type MouseEvent, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { ActionError } from './ActionError.tsx';
import { REFUSED } from './useAction.ts';
import type { Stop } from './useStop.ts';

interface StopButtonProps extends ViewProps<'running' | 'paused'> {
  sessionId: string;
  stop: Stop;
}

/** Stops charging after a confirmation in a dialog. Without JavaScript, the confirmation is a page of its own. */
export function StopButton({ session, sessionId, live, stop, announce }: StopButtonProps) {
  const { t } = useTranslation();
  const later = use(LaterContext);
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const format = useFormat(session.place);
  const [isRequested, setIsRequested] = useState(false);
  const isPaused = session.kind === 'paused';
  const name = isPaused ? 'progress.endAndUnplug' : 'session.stop';
  const { state, isRefused } = stop;
  const requestedAt = stop.requestedAt === null ? '' : format.time(stop.requestedAt);
  const refusal = isRefused ? REFUSED.map(key => t(key)) : null;

  useEffect(() => {
    if (state === 'kept') announce(`${t('offline.stop.kept')}. ${t('offline.stop.kept.text')}`);
    else if (state === 'back') announce(`${t('offline.stop.back')}. ${t('offline.stop.back.text', { time: requestedAt })}`);
  }, [announce, t, state, requestedAt]);

  const handleStop = (event: MouseEvent) => {
    // While the code of the dialog is loading, the link opens the page that confirms a stop.
    if (!later) return;
    event.preventDefault();
    if (state === 'idle') setIsRequested(true);
  };
  const handleClose = () => setIsRequested(false);
  const handleConfirm = () => {
    setIsRequested(false);
    stop.request();
  };
  if (later && (state === 'kept' || state === 'back'))
    return <later.QueuedStop requestedAt={requestedAt} isBack={state === 'back'} onCancel={stop.cancel} />;
  return (
    <>
      <ActionError failure={refusal} role="alert" />
      <ButtonLink
        href={pathTo('stop', { locale, clientId, sessionId })}
        onClick={handleStop}
        $variant={isPaused ? 'primary' : 'plain'}
        aria-disabled={state === 'sending' || undefined}
      >
        {state === 'sending' ? <Spinner /> : <Icon name="stop" />}
        {t(state === 'sending' ? 'common.sending' : name)}
      </ButtonLink>
      {later && (
        <later.StopSheet isOpen={isRequested} session={session} live={live} onConfirm={handleConfirm} onClose={handleClose} />
      )}
    </>
  );
}
