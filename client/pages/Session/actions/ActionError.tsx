import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Icon } from '../../../components/text/Icon.tsx';

interface ActionErrorProps {
  failure: readonly string[] | null;
  /** 'alert' lets screen readers announce the message. Undefined: a toast announces it. */
  role?: 'alert';
}

/** Says beside a button why its action failed. A toast alone is not enough, because it disappears. */
export function ActionError({ failure, role }: ActionErrorProps) {
  if (!failure) return null;
  return (
    <ErrorLine role={role}>
      <Icon name="circle-alert" />
      <span>{failure.join(' ')}</span>
    </ErrorLine>
  );
}
