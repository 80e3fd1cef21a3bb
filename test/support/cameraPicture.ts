import { qrModules } from '../../server/staff/stations/qrCode.ts';

const WIDTH = 640;
const HEIGHT = 480;
const [DARK, BRIGHT, GREY] = [16, 235, 128];
/** Quiet zone around a QR code, in modules. */
const QUIET = 4;

/**
 * Returns a video (YUV4MPEG2) that Chromium plays in place of the camera image. It shows the QR codes in order, each for
 * `framesEach` frames.
 */
export function filmOf(codes: readonly string[], { framesEach = 10 }: { framesEach?: number } = {}): Buffer {
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const frames = codes.flatMap(code => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(code)]);
    return Array.from({ length: framesEach }, () => frame);
  });
  return Buffer.concat([head, ...frames]);
}

function pictureOf(code: string): Buffer {
  const modules = qrModules(code);
  const scale = Math.floor((HEIGHT * 0.7) / (modules.length + 2 * QUIET));
  const side = (modules.length + 2 * QUIET) * scale;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, GREY);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = modules[Math.floor(y / scale) - QUIET]?.[Math.floor(x / scale) - QUIET] ?? false;
      picture[(top + y) * WIDTH + left + x] = isDark ? DARK : BRIGHT;
    }
  }
  return picture;
}
