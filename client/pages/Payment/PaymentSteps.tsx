import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ProblemCode } from '../../../shared/problem.ts';
import { canChoose } from '../../../shared/session.ts';
import { Note } from '../../components/Note.tsx';
import { type FormState, useCharging } from '../../pageData.tsx';
import { orderProblemText } from '../../problemTexts.ts';
import type { PaymentData } from './load.ts';
import { PaymentForm } from './PaymentForm.tsx';
import { PlugStep } from './PlugStep.tsx';

interface PaymentStepsProps {
  data: PaymentData;
  form: FormState | null;
  /** Notices below the heading. */
  children?: ReactNode;
}

/** From a charging point to an order: choose a plug, then pay. Used by the payment page and by the way back to it. */
export function PaymentSteps({ data, form, children }: PaymentStepsProps) {
  const charging = useCharging();
  const [shown, setShown] = useState({ point: data.point, form, attempt: 0 });
  const { point } = shown;
  const problem = shown.form?.problem ?? null;
  const plug = point.plugs.find(({ id, state }) => id === data.plugId && canChoose(state));

  async function handleRefused(refused: FormState) {
    const { clientId, evseId } = point;
    // Prices and plugs are what the order failed on, so they are read again; without an answer the old ones stay.
    const fresh = await charging.getChargingPoint({ clientId, evseId }).catch(() => point);
    setShown(({ attempt }) => ({ point: fresh, form: refused, attempt: attempt + 1 }));
  }

  const notices = (
    <>
      {children}
      {problem && <ProblemNote key={shown.attempt} problem={problem} />}
    </>
  );
  const mustChoose = problem === 'plug-taken' && point.plugs.length > 1;
  if (!plug || mustChoose) {
    return (
      <PlugStep point={point} kept={shown.form?.values ?? null}>
        {notices}
      </PlugStep>
    );
  }
  return (
    <PaymentForm point={point} plug={plug} form={shown.form} onRefused={refused => void handleRefused(refused)}>
      {notices}
    </PaymentForm>
  );
}

/** Why the order was not taken. It takes the focus: the visitor was at the button, far below. */
function ProblemNote({ problem }: { problem: ProblemCode }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice>
      <div ref={box} tabIndex={-1}>
        <Note look="warning" icon="triangle-alert" role="alert">
          <p>{t(orderProblemText(problem))}</p>
        </Note>
      </div>
    </Notice>
  );
}

/** A note between the heading of a page and what follows. */
export const Notice = styled.div`
  padding-bottom: var(--s5);
`;
