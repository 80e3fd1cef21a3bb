import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Icon } from '../../../components/text/Icon.tsx';

interface ActionErrorProps {
  failure: readonly string[] | null;
  /** The role 'alert' is given if no toast shows this message, so that screen readers announce it here. */
  role?: 'alert';
}

/** Says why an action failed, beside its button. A toast alone is not enough, because it disappears. */
export function ActionError({ failure, role }: ActionErrorProps) {
  if (!failure) return null;
  return (
    <ErrorLine role={role}>
      <Icon name="circle-alert" />
      <span>{failure.join(' ')}</span>
    </ErrorLine>
  );
}
