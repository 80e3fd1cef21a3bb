import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { Button } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import type { LiveSession } from '../live/useSession.ts';
import { ActionError } from './ActionError.tsx';
import { useAction } from './useAction.ts';

interface UnlockButtonProps {
  sessionId: string;
  live: LiveSession;
  /** Text key of the button. */
  words: string;
}

/** A button that asks the station to unlock the cable. It is a form, so that it works without JavaScript. */
export function UnlockButton({ sessionId, live, words }: UnlockButtonProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const charging = useCharging();
  const unlock = useAction({ kind: 'unlock', live, order: () => charging.unlockPlug({ sessionId }) });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    unlock.run();
  };
  return (
    <form method="post" action={pathTo('unlock', { locale, clientId, sessionId })} onSubmit={handleSubmit}>
      <ActionError failure={unlock.failure} />
      <Button type="submit" aria-disabled={unlock.isSending || undefined}>
        {unlock.isSending ? <Spinner /> : <Icon name="lock-open" />}
        {t(unlock.isSending ? 'common.sending' : words)}
      </Button>
    </form>
  );
}
