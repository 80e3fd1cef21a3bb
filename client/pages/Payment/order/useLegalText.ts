import { useEffect, useState } from 'react';
import type { LegalText } from '../../../../shared/model/legal.ts';
import { useCharging, useVisit } from '../../../core/pageData.tsx';

export type ConsentKind = 'terms' | 'privacy';

interface LegalTextState {
  state: 'loading' | 'loaded' | 'failed';
  text: LegalText | null;
}

/** Loads a legal text of the brand when the visitor opens it. */
export function useLegalText({ clientId, kind }: { clientId: string; kind: ConsentKind }): LegalTextState {
  const charging = useCharging();
  const { locale } = useVisit();
  const [requested, setRequested] = useState<LegalTextState>({ state: 'loading', text: null });
  useEffect(() => {
    let isEnded = false;
    const update = (answer: LegalTextState) => {
      if (!isEnded) setRequested(answer);
    };
    charging.getLegalText({ clientId, kind, locale }).then(
      text => update({ state: 'loaded', text }),
      () => update({ state: 'failed', text: null }),
    );
    return () => {
      isEnded = true;
    };
  }, [charging, clientId, kind, locale]);
  return requested;
}
