import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../shared/charging/charging.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { LiveStatus } from '../../components/feedback/LiveStatus.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { type FormState, useCharging, useLoadTexts } from '../../core/pageData.tsx';
import { LATER_STRINGS, LaterPlugStep, LaterSteps, LaterUnusable } from './laterParts.ts';
import type { PaymentData } from './load.ts';
import { orderProblemText } from './order/orderProblems.ts';
import { PaymentForm } from './order/PaymentForm.tsx';
import { HelpHere } from './plug/HelpHere.tsx';
import { useLivePoint } from './plug/useLivePoint.ts';
import { usePlugUpdates } from './plug/usePlugUpdates.ts';

interface PaymentStepsProps {
  data: PaymentData;
  form: FormState | null;
  /** True: another action of the page is more important, so the order button has the secondary style. */
  hasAlternative?: boolean;
  /** Notes below the heading. */
  children?: ReactNode;
}

/** The steps of an order: choosing a plug, then paying. Also shown after an abandoned payment. */
export function PaymentSteps({ data, form, hasAlternative = false, children }: PaymentStepsProps) {
  const charging = useCharging();
  const loadTexts = useLoadTexts();
  const [shown, setShown] = useState({ point: data.point, form, attempt: 0 });
  const point = useLivePoint(shown.point);
  const problem = shown.form?.problem ?? null;
  // If another driver occupies the plug meanwhile, the form stays open, because the server checks the plug when the order
  // arrives.
  const hasPlug = shown.point.plugs.some(({ id, state }) => id === data.plugId && canChoose(state));
  const plug = point.plugs.find(({ id }) => hasPlug && id === data.plugId);
  const isRepriced = shown.point.plugs.some(({ id, tariffVersion }) => id === plug?.id && tariffVersion !== plug.tariffVersion);
  const watched = plug?.id ?? data.plugId ?? data.unusable[0];
  const changeFeed = usePlugUpdates(point.plugs.find(({ id }) => id === watched));

  // The plugs may become unusable while the page is open, so the code for that is loaded directly after the page.
  const [isLoaded, setIsLoaded] = useState(LaterSteps.isLoaded);
  useEffect(() => {
    Promise.all([LaterSteps.preload(), loadTexts(LATER_STRINGS)]).then(
      () => setIsLoaded(true),
      () => undefined,
    );
  }, [loadTexts]);

  async function handleRefused(refused: FormState) {
    const { clientId, evseId } = point;
    // Prices or plugs may have changed, so the charging point is loaded again. If that fails, the old values stay.
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
  const unusable = plug ? [] : unusableOf(point, shown.form && !isVerified ? [] : data.unusable);
  if (unusable.length > 0 && isLoaded) {
    const { component: Unusable } = LaterUnusable;
    return (
      <Unusable point={point} plugs={unusable} alternatives={data.alternatives} help={<HelpHere point={point} />}>
        {notices}
      </Unusable>
    );
  }
  if ((!plug || mustChoose) && isLoaded) {
    const { component: PlugStep } = LaterPlugStep;
    return (
      <PlugStep point={point} isVerified={isVerified} stored={shown.form?.values ?? null}>
        {notices}
      </PlugStep>
    );
  }
  if (!plug) return notices;
  return (
    <PaymentForm
      point={point}
      plug={plug}
      costs={data.costs}
      at={data.at}
      isOccupied={!canChoose(plug.state)}
      isRepriced={isRepriced}
      isVerified={isVerified}
      form={shown.form}
      hasAlternative={hasAlternative}
      onRefused={refused => void handleRefused(refused)}
    >
      {notices}
    </PaymentForm>
  );
}

/** Returns the wanted plugs if none of them can be used now, or all plugs if the charging point has no usable one. */
function unusableOf({ plugs }: ChargingPoint, wanted: readonly string[]): readonly Plug[] {
  const off = plugs.filter(({ state }) => !canChoose(state));
  if (off.length === plugs.length && wanted.length !== 1) return off;
  const offered = off.filter(({ id }) => wanted.includes(id));
  return offered.length === wanted.length ? offered : [];
}

/** Says why the server refused the order. Takes the focus, because the visitor is at the order button far below. */
function ProblemNote({ problem }: { problem: ProblemCode }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice>
      <div ref={box} tabIndex={-1}>
        <Note variant="warning" icon="triangle-alert" role="alert">
          <p>{t(orderProblemText(problem))}</p>
        </Note>
      </div>
    </Notice>
  );
}

/**
 * Says that the driver has scanned the current QR code of the station's screen. The driver must still compare the number of the
 * plug.
 */
function VerifiedNote() {
  const { t } = useTranslation();
  return (
    <Notice>
      <Note variant="success" icon="shield-check" role="status">
        <p>
          <b>{t('location.verified')}</b>
        </p>
      </Note>
    </Notice>
  );
}

/**
 * Says that the price has changed while the page was open. Does not take the focus, because the visitor may be typing. A note
 * beside the order button says the same.
 */
function RepricedNote() {
  const { t } = useTranslation();
  return (
    <Notice>
      <Note variant="warning" icon="triangle-alert">
        <p>{t('payment.tariffChanged')}</p>
      </Note>
    </Notice>
  );
}

/** A note between the heading and the content. */
export const Notice = styled.div`
  padding-bottom: var(--s5);
`;
