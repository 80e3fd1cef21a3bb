import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { canChoose } from '../../../shared/charging/session.ts';
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { LiveStatus } from '../../components/feedback/LiveStatus.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { type FormState, useCharging } from '../../core/pageData.tsx';
import type { PaymentData } from './load.ts';
import { orderProblemText } from './order/orderProblems.ts';
import { PaymentForm } from './order/PaymentForm.tsx';
import { PlugStep } from './plug/PlugStep.tsx';
import { useLivePoint } from './plug/useLivePoint.ts';
import { usePlugUpdates } from './plug/usePlugUpdates.ts';

interface PaymentStepsProps {
  data: PaymentData;
  form: FormState | null;
  /** The page has a more important action, so the button of the order is a secondary one. */
  hasBetterWay?: boolean;
  /** Notices below the heading. */
  children?: ReactNode;
}

/** From a charging point to an order: choose a plug, then pay. Used by the payment page and by the way back to it. */
export function PaymentSteps({ data, form, hasBetterWay = false, children }: PaymentStepsProps) {
  const charging = useCharging();
  const [shown, setShown] = useState({ point: data.point, form, attempt: 0 });
  const point = useLivePoint(shown.point);
  const problem = shown.form?.problem ?? null;
  // A form that is open stays open, whatever becomes of the plug: the order itself is checked on the server.
  const hasPlug = shown.point.plugs.some(({ id, state }) => id === data.plugId && canChoose(state));
  const plug = point.plugs.find(({ id }) => hasPlug && id === data.plugId);
  const isRepriced = shown.point.plugs.some(({ id, tariffVersion }) => id === plug?.id && tariffVersion !== plug.tariffVersion);
  const [watched, setWatched] = useState(data.plugId);
  const changeFeed = usePlugUpdates(point.plugs.find(({ id }) => id === (plug?.id ?? watched)));

  async function handleRefused(refused: FormState) {
    const { clientId, evseId } = point;
    // Prices and plugs are what the order failed on, so they are read again; without an answer the old ones stay.
    const fresh = await charging.getChargingPoint({ clientId, evseId }).catch(() => point);
    setShown(({ attempt }) => ({ point: fresh, form: refused, attempt: attempt + 1 }));
  }

  const isVerified = Boolean(shown.form?.values.codeProof) && problem !== 'code-used';
  const notices = (
    <>
      <LiveStatus>{changeFeed}</LiveStatus>
      {isVerified && <VerifiedNote />}
      {children}
      {problem && <ProblemNote key={shown.attempt} problem={problem} />}
      {isRepriced && <RepricedNote />}
    </>
  );
  const mustChoose = problem === 'plug-taken' && point.plugs.length > 1;
  if (!plug || mustChoose) {
    return (
      <PlugStep point={point} isVerified={isVerified} kept={shown.form?.values ?? null} onChoose={setWatched}>
        {notices}
      </PlugStep>
    );
  }
  return (
    <PaymentForm
      point={point}
      plug={plug}
      costs={data.costs}
      isTaken={!canChoose(plug.state)}
      isRepriced={isRepriced}
      isVerified={isVerified}
      form={shown.form}
      hasBetterWay={hasBetterWay}
      onRefused={refused => void handleRefused(refused)}
    >
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

/** The code that the driver has scanned is the one on the station's screen. It replaces no look at the number of the plug. */
function VerifiedNote() {
  const { t } = useTranslation();
  return (
    <Notice>
      <Note look="success" icon="shield-check" role="status">
        <p>
          <b>{t('location.verified')}</b>
        </p>
      </Note>
    </Notice>
  );
}

/** Another price while somebody reads. It takes no focus: they may be typing, and it is said beside the button as well. */
function RepricedNote() {
  const { t } = useTranslation();
  return (
    <Notice>
      <Note look="warning" icon="triangle-alert">
        <p>{t('payment.tariffChanged')}</p>
      </Note>
    </Notice>
  );
}

/** A note between the heading of a page and what follows. */
export const Notice = styled.div`
  padding-bottom: var(--s5);
`;
