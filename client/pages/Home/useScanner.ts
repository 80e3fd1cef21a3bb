import { useCallback, useEffect, useRef, useState } from 'react';
import { PATHS } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';
import type { Sight } from './sight.ts';

/** `failed`: what reads codes did not arrive. */
type ScanState = 'off' | 'starting' | 'on' | 'denied' | 'failed';

/** Whether there is a camera to ask for. What is not told is found out when it is asked for. */
async function hasCamera(): Promise<boolean> {
  // Old and insecure pages have no media devices, whatever the types say.
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  if (!devices?.getUserMedia) return false;
  const known = await devices.enumerateDevices?.();
  return known === undefined || known.some(({ kind }) => kind === 'videoinput');
}

/** The camera until it sees the code of a charging point; then the way leads there. */
export function useScanner() {
  const { locale } = useVisit();
  const [canScan, setCanScan] = useState(false);
  const [state, setState] = useState<ScanState>('off');
  const video = useRef<HTMLVideoElement>(null);
  const sight = useRef<Sight | null>(null);
  /** The press that counts: a camera that comes after the page was left, or after another press, goes off again. */
  const press = useRef(0);

  const close = useCallback(() => {
    press.current += 1;
    sight.current?.close();
    sight.current = null;
  }, []);
  const stop = useCallback(() => {
    close();
    setState('off');
  }, [close]);

  useEffect(() => {
    hasCamera().then(setCanScan, () => undefined);
    // A page in the back/forward cache must not keep the camera.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      close();
    };
  }, [close, stop]);

  useEffect(() => {
    if (state !== 'on' || !video.current) return;
    sight.current?.show(video.current, evseId => {
      close();
      window.location.assign(`${withLocale(locale, PATHS.typedEvse)}?${new URLSearchParams({ evse: evseId })}`);
    });
  }, [state, locale, close]);

  const start = async () => {
    close();
    const own = press.current;
    setState('starting');
    const opened = await openSight();
    if (own !== press.current) {
      if (typeof opened === 'object') opened.close();
      return;
    }
    if (typeof opened === 'object') sight.current = opened;
    setState(typeof opened === 'object' ? 'on' : opened);
  };
  return { canScan, state, video, start, stop };
}

async function openSight(): Promise<Sight | 'denied' | 'failed'> {
  const code = await import('./sight.ts').catch(() => null);
  return code ? code.openSight() : 'failed';
}
