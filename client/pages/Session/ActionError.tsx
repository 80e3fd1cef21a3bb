import { useTranslation } from 'react-i18next';
import { ErrorLine } from '../../components/Field.styles.ts';
import { Icon } from '../../components/Icon.tsx';
import type { ActionFailure } from './useAction.ts';

/** Stands beside the button that did not work: a message that disappears is not enough. */
export function ActionError({ failure }: { failure: ActionFailure | null }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      {failure && (
        <ErrorLine>
          <Icon name="circle-alert" />
          <span>
            {failure === 'no-connection'
              ? t('offline.stopFailed')
              : `${t('session.error.cancel')} ${t('session.error.cancel.text')}`}
          </span>
        </ErrorLine>
      )}
    </div>
  );
}
