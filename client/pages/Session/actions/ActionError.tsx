import { ErrorLine } from '../../../components/form/Field.styles.ts';
import { Icon } from '../../../components/text/Icon.tsx';

/** Stands beside the button that did not work: a toast says it too, but a message that disappears is not enough. */
export function ActionError({ failure }: { failure: readonly string[] | null }) {
  if (!failure) return null;
  return (
    <ErrorLine>
      <Icon name="circle-alert" />
      <span>{failure.join(' ')}</span>
    </ErrorLine>
  );
}
