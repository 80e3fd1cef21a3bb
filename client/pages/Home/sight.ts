import { readEvseId } from '../../../shared/model/evseId.ts';
import type { CodeReader } from './codeReader.ts';

// Loaded when somebody wants to scan: other visitors of the page need none of it.

/** TypeScript's library does not know it yet. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass;
  }
}

/** A camera that is on, and what it sees. */
export interface Sight {
  /** Shows the picture until it shows the code of a charging point, too; other codes are passed over. */
  show(picture: HTMLVideoElement, found: (evseId: string) => void): void;
  close(): void;
}

const FORMAT = 'qr_code';
const DETECT_INTERVAL_MS = 250;

/** Asks for the camera while the reader is on its way. `failed`: the reader did not arrive. */
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
        // Until the first picture is there, looking fails.
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

/** The browser's own reader, else ours: iPhones and Firefox have none. */
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
