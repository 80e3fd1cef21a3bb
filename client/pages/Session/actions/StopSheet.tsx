import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Buttons } from '../../../components/control/Button.tsx';
import { Sheet } from '../../../components/layout/Sheet.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { StopSheetProps } from '../live/viewProps.ts';
import { useStopQuestion } from './useStopQuestion.ts';

/**
 * Time in milliseconds after which the confirm button works. The button can open under the finger, and the second tap of a double
 * tap must not confirm.
 */
const DOUBLE_TAP_MS = 600;

/** The dialog that confirms a stop: cost and energy so far, what a stop means, and the two buttons. */
export function StopSheet({ isOpen, onClose, ...question }: StopSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet isOpen={isOpen} title={t('session.stop.title')} onClose={onClose}>
      {isOpen && <Question {...question} onClose={onClose} />}
    </Sheet>
  );
}

function Question({ session, live, onConfirm, onClose }: Omit<StopSheetProps, 'isOpen'>) {
  const { t } = useTranslation();
  const question = useStopQuestion(live.contract, session.hold);
  const format = useFormat(session.place);
  const [isReady, setIsReady] = useState(false);
  const { cost, energyWh } = session.values;
  const leftMinor = (session.hold?.amountMinor ?? 0) - cost.amountMinor;
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Rows
        rows={[
          ...(session.hold ? [{ label: t('session.cost'), value: format.money(cost.amountMinor, cost.currency) }] : []),
          { label: t('progress.stop.energy'), value: format.energy(energyWh, 2) },
          ...(leftMinor > 0 ? [{ label: t('session.willBeFree'), value: format.money(leftMinor, cost.currency) }] : []),
        ]}
      />
      <p>{question}</p>
      {/* The dialog focuses its first button, which must therefore not be the irreversible one. */}
      <Buttons>
        <Button type="button" onClick={onClose}>
          {t('session.stop.confirmNo')}
        </Button>
        <Button $variant="decisive" type="button" aria-disabled={!isReady || undefined} onClick={isReady ? onConfirm : undefined}>
          {t('session.stop.confirmYes')}
        </Button>
      </Buttons>
    </>
  );
}
