import { readEvseId } from '../../../shared/model/evseId.ts';
import type { CodeReader } from './codeReader.ts';

// A separate chunk that loads when a visitor starts scanning. Other visitors do not load this code.

/** TypeScript's DOM library does not declare BarcodeDetector yet. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass;
  }
}

/** An open camera with its code reader. */
export interface Sight {
  /** Shows the camera picture and calls `found` with the first EVSE ID. Other codes are ignored. */
  show(picture: HTMLVideoElement, found: (evseId: string) => void): void;
  close(): void;
}

const FORMAT = 'qr_code';
const DETECT_INTERVAL_MS = 250;

/** Requests the camera and loads the reader at the same time. `failed`: the reader did not load. */
export async function openSight(): Promise<Sight | 'denied' | 'failed'> {
  const [camera, reader] = await Promise.allSettled([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    openReader(),
  ]);
  if (camera.status === 'rejected') return 'denied';
  if (reader.status === 'fulfilled') return sightOf(camera.value, reader.value);
  turnOff(camera.value);
  return 'failed';
}

function sightOf(stream: MediaStream, reader: CodeReader): Sight {
  let isOver = false;
  return {
    show(picture, found) {
      picture.srcObject = stream;
      const detectCode = async () => {
        // Before the first frame, `detect` fails.
        const codes = await reader.detect(picture).catch(() => []);
        const evseId = codes.map(({ rawValue }) => readEvseId(rawValue)?.canonical).find(id => id !== undefined);
        if (isOver) return;
        if (evseId === undefined) setTimeout(() => void detectCode(), DETECT_INTERVAL_MS);
        else found(evseId);
      };
      void detectCode();
    },
    close() {
      isOver = true;
      turnOff(stream);
    },
  };
}

/** The browser's BarcodeDetector, otherwise the app's reader for iPhones and Firefox. */
async function openReader(): Promise<CodeReader> {
  const Class = window.BarcodeDetector;
  const formats = (await Class?.getSupportedFormats().catch(() => [])) ?? [];
  if (Class && formats.includes(FORMAT)) return new Class({ formats: [FORMAT] });
  const { createCodeReader } = await import('./codeReader.ts');
  return createCodeReader();
}

function turnOff(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
