import type { WaitingRefund } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** A refund that a second person must confirm, with amount, requester and reason. */
export function Waiting({ waiting }: { waiting: WaitingRefund }) {
  const { t } = useWords();
  return (
    <div className="note note--warning gap" role="status">
      <Icon name="users" />
      <div>
        <b>{t('acts.request.waiting', { amount: waiting.amount })}</b>
        <p>
          <WaitingFor waiting={waiting} />
        </p>
      </div>
    </div>
  );
}

function WaitingFor({ waiting: { by, at, reason } }: { waiting: WaitingRefund }) {
  const { t } = useWords();
  return (
    <>
      {t('acts.request.asked', { who: by, day: { day: at }, at: { at } })}: {t('session.quoted', { text: reason })}
    </>
  );
}
