import { useEffect, useState } from 'react';
import type { LegalText } from '../../../../shared/model/legal.ts';
import { useCharging, useVisit } from '../../../core/pageData.tsx';

export type ConsentKind = 'terms' | 'privacy';

interface Asked {
  state: 'loading' | 'loaded' | 'failed';
  text: LegalText | null;
}

/** A client's text, asked for when somebody wants to read it. */
export function useLegalText({ clientId, kind }: { clientId: string; kind: ConsentKind }): Asked {
  const charging = useCharging();
  const { locale } = useVisit();
  const [asked, setAsked] = useState<Asked>({ state: 'loading', text: null });
  useEffect(() => {
    let isEnded = false;
    const take = (answer: Asked) => {
      if (!isEnded) setAsked(answer);
    };
    charging.getLegalText({ clientId, kind, locale }).then(
      text => take({ state: 'loaded', text }),
      () => take({ state: 'failed', text: null }),
    );
    return () => {
      isEnded = true;
    };
  }, [charging, clientId, kind, locale]);
  return asked;
}
