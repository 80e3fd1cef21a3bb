import type { Toast } from '../../hooks/useToasts.ts';
import { ErrorLine } from '../control/Field.styles.ts';
import { Note } from '../feedback/Note.tsx';
import { Icon } from '../text/Icon.tsx';

/**
 * The reason of a failed download, beside its link. The toast announces the reason, so this text is silent for screen readers.
 */
export function DownloadProblem({ problem }: { problem: Toast | null }) {
  if (!problem) return null;
  const { variant, headline, description } = problem;
  if (variant === 'warning') {
    return (
      <Note variant="warning" icon="clock">
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
