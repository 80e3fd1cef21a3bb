import { useEffect, useState } from 'react';
import { useCharging, useVisit } from '../../../core/pageData.tsx';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { isPushSupported, isSubscribed, NotAllowed, turnOff, turnOn } from './device.ts';

interface PushSwitch {
  isOn: boolean;
  /** Why the switch failed: no permission, or another error. Null: no error. */
  trouble: 'refused' | 'failed' | null;
  toggle(): void;
}

/** Returns the state of the switch for push messages. Null: push messages are not available. */
export function usePush(sessionId: string | null): PushSwitch | null {
  const { pushKey } = useVisit();
  const charging = useCharging();
  const isHydrated = useHydrated();
  const [isOn, setIsOn] = useState(false);
  const [trouble, setTrouble] = useState<PushSwitch['trouble']>(null);
  const isOffered = isHydrated && pushKey !== null && sessionId !== null && isPushSupported();

  useEffect(() => {
    if (isOffered) void isSubscribed(sessionId).then(setIsOn, () => undefined);
  }, [isOffered, sessionId]);

  if (!isOffered) return null;
  const change = async () => {
    setTrouble(null);
    try {
      if (isOn) await turnOff({ sessionId }, charging.disablePush);
      else await turnOn({ sessionId, publicKey: pushKey }, charging.enablePush);
      setIsOn(!isOn);
    } catch (error) {
      setTrouble(error instanceof NotAllowed ? 'refused' : 'failed');
    }
  };
  return { isOn, trouble, toggle: () => void change() };
}
