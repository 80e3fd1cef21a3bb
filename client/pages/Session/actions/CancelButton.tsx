import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { Button } from '../../../components/control/Button.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import type { LiveSession } from '../live/useSession.ts';
import { ActionError } from './ActionError.tsx';
import { useAction } from './useAction.ts';

/** A button that cancels the session before charging begins. It is a form, so that it works without JavaScript. */
export function CancelButton({ sessionId, live }: { sessionId: string; live: LiveSession }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const charging = useCharging();
  const cancel = useAction({ kind: 'cancel', live, order: () => charging.cancelStart({ sessionId }) });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    cancel.run();
  };
  return (
    <form method="post" action={pathTo('cancelStart', { locale, clientId, sessionId })} onSubmit={handleSubmit}>
      <ActionError failure={cancel.failure} />
      <Button type="submit" aria-disabled={cancel.isSending || undefined}>
        {cancel.isSending && <Spinner />}
        {t(cancel.isSending ? 'common.sending' : 'session.starting.cancel')}
      </Button>
    </form>
  );
}
