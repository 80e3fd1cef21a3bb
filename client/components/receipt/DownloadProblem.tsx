import type { Toast } from '../../hooks/useToasts.ts';
import { ErrorLine } from '../control/Field.styles.ts';
import { Note } from '../feedback/Note.tsx';
import { Icon } from '../text/Icon.tsx';

/** Why a download came to nothing, beside its link. Spoken by the toast, so it is silent here. */
export function DownloadProblem({ problem }: { problem: Toast | null }) {
  if (!problem) return null;
  const { variant, headline, description } = problem;
  if (variant === 'warning') {
    return (
      <Note look="warning" icon="clock">
        <p>{headline}</p>
      </Note>
    );
  }
  return (
    <ErrorLine>
      <Icon name="circle-alert" />
      <span>
        {headline} {description}
      </span>
    </ErrorLine>
  );
}
