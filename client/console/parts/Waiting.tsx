import type { WaitingRefund } from '../../../shared/console/operating.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** A refund that another person has to confirm: how much, who has asked for it, and why. */
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

export function WaitingFor({ waiting: { by, at, reason } }: { waiting: WaitingRefund }) {
  const { t } = useWords();
  return (
    <>
      {t('acts.request.asked', { who: by, day: { day: at }, at: { at } })}: {t('session.quoted', { text: reason })}
    </>
  );
}
