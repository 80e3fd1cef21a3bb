import type { Text } from '../../../shared/console/operating.ts';
import { useWords } from '../core/translations.ts';
import { ReasonField } from './ActFields.tsx';

interface DecideProps {
  button: Text;
  reason: string;
  back: string;
  /** True: the previous page explained the reason field, so its hint is omitted. */
  isShort?: boolean;
}

/** The end of a form: the reason, the button with the name of the act, and the link back. */
export function Decide({ button, reason, back, isShort = false }: DecideProps) {
  const { t, text } = useWords();
  return (
    <>
      <ReasonField value={reason} isShort={isShort} />
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
