import { type RefObject, useEffect, useRef, useState } from 'react';
import { readEvseId } from '../../../shared/evseId.ts';
import { withLocale } from '../../../shared/locales.ts';
import { PATHS } from '../../../shared/paths.ts';
import { useVisit } from '../../pageData.tsx';

/** What some browsers can do; TypeScript's library does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass;
  }
}

const FORMAT = 'qr_code';
const LOOK_EVERY_MS = 250;

const detectorClass = (): DetectorClass | undefined => window.BarcodeDetector;

async function canReadCodes(): Promise<boolean> {
  const Class = detectorClass();
  // Old and insecure pages have no media devices, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!Class || !devices?.getUserMedia) return false;
  return (await Class.getSupportedFormats()).includes(FORMAT);
}

function release(held: RefObject<MediaStream | null>): void {
  for (const track of held.current?.getTracks() ?? []) track.stop();
  held.current = null;
}

/** The camera until it sees the code of a charging point; then the way leads there. */
export function useScanner() {
  const { locale } = useVisit();
  const [canScan, setCanScan] = useState(false);
  const [state, setState] = useState<'off' | 'on' | 'denied'>('off');
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);

  useEffect(() => {
    canReadCodes().then(setCanScan, () => undefined);
    // A page in the back/forward cache must not keep the camera.
    const leave = () => {
      release(stream);
      setState('off');
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      release(stream);
    };
  }, []);

  useEffect(() => {
    const picture = video.current;
    const Class = detectorClass();
    if (state !== 'on' || !picture || !Class) return;
    picture.srcObject = stream.current;
    return watch(new Class({ formats: [FORMAT] }), picture, evseId => {
      release(stream);
      window.location.assign(`${withLocale(locale, PATHS.typedEvse)}?${new URLSearchParams({ evse: evseId })}`);
    });
  }, [state, locale]);

  return {
    canScan,
    state,
    video,
    async start() {
      try {
        stream.current = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        setState('on');
      } catch {
        setState('denied');
      }
    },
    stop() {
      release(stream);
      setState('off');
    },
  };
}

/** Looks at the picture again and again until it shows a charging point's code; other codes are passed over. */
function watch(detector: Detector, picture: HTMLVideoElement, found: (evseId: string) => void): () => void {
  let isOver = false;
  const look = async () => {
    // Until the first picture is there, looking fails.
    const codes = await detector.detect(picture).catch(() => []);
    const evseId = codes.map(({ rawValue }) => readEvseId(rawValue)?.canonical).find(id => id !== undefined);
    if (isOver) return;
    if (evseId === undefined) setTimeout(() => void look(), LOOK_EVERY_MS);
    else found(evseId);
  };
  void look();
  return () => {
    isOver = true;
  };
}
