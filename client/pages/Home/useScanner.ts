import { useCallback, useEffect, useRef, useState } from 'react';
import { PATHS } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';
import type { Sight } from './sight.ts';

/**
 * off: the camera is closed. starting: it is being opened. on: scanning. denied: no permission, or no camera. failed: the QR
 * code reader did not load.
 */
type ScanState = 'off' | 'starting' | 'on' | 'denied' | 'failed';

/**
 * Returns true if the device has a camera, or if the browser cannot tell. The visitor then learns it when the camera is opened.
 */
async function hasCamera(): Promise<boolean> {
  // The types declare `mediaDevices`, but it is missing in old browsers and on insecure pages.
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  if (!devices?.getUserMedia) return false;
  const known = await devices.enumerateDevices?.();
  return known === undefined || known.some(({ kind }) => kind === 'videoinput');
}

/** Runs the camera until it reads the EVSE ID of a charging point, and then opens the point's page. */
export function useScanner() {
  const { locale } = useVisit();
  const [canScan, setCanScan] = useState(false);
  const [state, setState] = useState<ScanState>('off');
  const video = useRef<HTMLVideoElement>(null);
  const sight = useRef<Sight | null>(null);
  /**
   * Counts the presses of the scan button. If the visitor leaves the page or presses again while a camera is being opened, that
   * camera is closed.
   */
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
    // A page in the back/forward cache must not keep the camera open.
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
