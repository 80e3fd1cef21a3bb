import type { ReactNode } from 'react';
import type { Foreseen } from '../../../../shared/console/operating.ts';
import { Form } from '../../core/Form.tsx';
import { useWords } from '../../core/translations.ts';
import { Decide } from '../../parts/Decide.tsx';
import { Will } from '../../parts/Will.tsx';

interface ConfirmProps {
  foreseen: Extract<Foreseen, { kind: 'possible' }>;
  hidden?: Readonly<Record<string, string>>;
  reason: string;
  back: string;
  /** Fields, above what will happen. */
  children?: ReactNode;
}

/** What is to be said, what happens then, and only behind it the button. */
export function Confirm({ foreseen, hidden = {}, reason, back, children }: ConfirmProps) {
  const { say } = useWords();
  return (
    <>
      <Form hidden={{ ...hidden, seen: foreseen.seen }} className="fields gap">
        {children}
        <Will consequence={foreseen} />
        <Decide button={foreseen.button} reason={reason} back={back} />
      </Form>
      <p className="small muted gap">{say('acts.once')}</p>
    </>
  );
}
