import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/paths.ts';
import { Button, ButtonLink, Buttons } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Sheet } from '../../../components/layout/Sheet.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { useCharging, usePage, useVisit } from '../../../pageData.tsx';
import type { LiveSession } from '../live/useSession.ts';
import { ActionError } from './ActionError.tsx';
import { useAction } from './useAction.ts';
import { useStopQuestion } from './useStopQuestion.ts';

/** Stopping in two steps: a link to its own page, or a question above this one where JavaScript runs. */
export function StopButton({ sessionId, live }: { sessionId: string; live: LiveSession }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const charging = useCharging();
  const question = useStopQuestion(live.contract);
  const [isAsked, setIsAsked] = useState(false);
  const stop = useAction({ kind: 'stop', live, order: () => charging.stopSession({ sessionId }) });

  const handleStop = (event: MouseEvent) => {
    event.preventDefault();
    if (!stop.isSending) setIsAsked(true);
  };
  const handleConfirm = () => {
    setIsAsked(false);
    stop.run();
  };
  return (
    <>
      <ActionError failure={stop.failure} />
      <ButtonLink
        href={pathTo('stop', { locale, clientId, sessionId })}
        onClick={handleStop}
        aria-disabled={stop.isSending || undefined}
      >
        {stop.isSending ? <Spinner /> : <Icon name="stop" />}
        {t(stop.isSending ? 'common.sending' : 'session.stop')}
      </ButtonLink>
      <Sheet isOpen={isAsked} title={t('session.stop')} onClose={() => setIsAsked(false)}>
        <p>{question}</p>
        <Buttons>
          <Button $look="decisive" type="button" onClick={handleConfirm}>
            {t('session.stop.confirmYes')}
          </Button>
          <Button type="button" onClick={() => setIsAsked(false)}>
            {t('session.stop.confirmNo')}
          </Button>
        </Buttons>
      </Sheet>
    </>
  );
}
