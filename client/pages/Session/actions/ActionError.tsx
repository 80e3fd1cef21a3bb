import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Icon } from '../../../components/text/Icon.tsx';

interface ActionErrorProps {
  failure: readonly string[] | null;
  /** Set if no toast shows the message. Screen readers announce the message when it appears. */
  role?: 'alert';
}

/** The error beside the button that failed. A toast alone is not enough, because toasts disappear. */
export function ActionError({ failure, role }: ActionErrorProps) {
  if (!failure) return null;
  return (
    <ErrorLine role={role}>
      <Icon name="circle-alert" />
      <span>{failure.join(' ')}</span>
    </ErrorLine>
  );
}
