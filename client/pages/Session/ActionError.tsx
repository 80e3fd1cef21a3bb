import { useTranslation } from 'react-i18next';
import { ErrorLine } from '../../components/Field.styles.ts';
import { Icon } from '../../components/Icon.tsx';
import { type ActionFailure, FAILURE_TEXTS } from './useAction.ts';

/** Stands beside the button that did not work: a toast says it too, but a message that disappears is not enough. */
export function ActionError({ failure }: { failure: ActionFailure | null }) {
  const { t } = useTranslation();
  if (!failure) return null;
  return (
    <ErrorLine>
      <Icon name="circle-alert" />
      <span>{FAILURE_TEXTS[failure].map(key => t(key)).join(' ')}</span>
    </ErrorLine>
  );
}
