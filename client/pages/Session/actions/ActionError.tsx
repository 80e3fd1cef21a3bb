import { ErrorLine } from '../../../components/control/Field.styles.ts';
import { Icon } from '../../../components/text/Icon.tsx';

interface ActionErrorProps {
  failure: readonly string[] | null;
  /** Where no toast says it: screen readers announce the message when it appears. */
  role?: 'alert';
}

/** Stands beside the button that did not work: a message that disappears, as a toast does, is not enough. */
export function ActionError({ failure, role }: ActionErrorProps) {
  if (!failure) return null;
  return (
    <ErrorLine role={role}>
      <Icon name="circle-alert" />
      <span>{failure.join(' ')}</span>
    </ErrorLine>
  );
}
