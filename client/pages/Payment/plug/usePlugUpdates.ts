import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { canChoose } from '../../../../shared/charging/session.ts';

/**
 * Returns the text that screen readers announce when the chosen plug becomes occupied or free. Empty while nothing has changed.
 */
export function usePlugUpdates(plug: Plug | undefined): string {
  const { t } = useTranslation();
  const [changeFeed, setChanges] = useState('');
  const isFree = plug ? canChoose(plug.state) : null;
  const known = useRef({ id: plug?.id, isFree });
  useEffect(() => {
    const { id, isFree: wasFree } = known.current;
    known.current = { id: plug?.id, isFree };
    if (!plug || id !== plug.id || wasFree === isFree) return;
    setChanges(t(isFree ? 'plug.nowAvailable' : 'plug.nowTaken', { number: plug.number }));
  }, [plug, isFree, t]);
  return changeFeed;
}
