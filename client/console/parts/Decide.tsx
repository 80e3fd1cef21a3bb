import type { Text } from '../../../shared/console/operating.ts';
import { useWords } from '../core/translations.ts';
import { ReasonField } from './ActFields.tsx';

interface DecideProps {
  button: Text;
  reason: string;
  back: string;
  /** True: the hint of the reason field is left out, because the previous page has shown it. */
  isShort?: boolean;
  /** False: the action needs no reason, so the field is left out. */
  hasReason?: boolean;
  /** What is wrong with the reason. */
  fault?: string | undefined;
}

/** The end of a form: the reason field, the submit button with the name of the action, and a link back. */
export function Decide({ button, reason, back, isShort = false, hasReason = true, fault }: DecideProps) {
  const { t, text } = useWords();
  return (
    <>
      {hasReason && <ReasonField value={reason} isShort={isShort} fault={fault} />}
      <div className="acts acts--wide">
        <button type="submit" className="btn btn--danger">
          {text(button)}
        </button>
        <a className="btn btn--quiet" href={back}>
          {t('acts.back')}
        </a>
      </div>
    </>
  );
}
