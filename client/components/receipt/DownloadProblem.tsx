import type { Toast } from '../../hooks/useToasts.ts';
import { ErrorLine } from '../control/Field.styles.ts';
import { Note } from '../feedback/Note.tsx';
import { Icon } from '../text/Icon.tsx';

/** Says why a download failed, beside its link. Hidden from screen readers, because a toast announces the same text. */
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
