// Creates the SVG sprite with all icons of the pages from two icon sets: mdi (Apache-2.0) for realistic connector faces, lucide
// (ISC) for all other icons. Licences: THIRD_PARTY.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encodeQR from 'qr';

const require = createRequire(import.meta.url);

interface IconSet {
  width?: number;
  height?: number;
  icons: Readonly<Record<string, { body: string; width?: number; height?: number }>>;
}
const setOf = (name: string): IconSet =>
  JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), 'utf8')) as IconSet;

const MDI = {
  'plug-type2': 'ev-plug-type2',
  'plug-type1': 'ev-plug-type1',
  'plug-ccs2': 'ev-plug-ccs2',
  'plug-ccs1': 'ev-plug-ccs1',
  'plug-chademo': 'ev-plug-chademo',
  'plug-tesla': 'ev-plug-tesla',
  'plug-schuko': 'power-socket-de',
  'plug-domestic': 'power-socket-eu',
  station: 'ev-station',
  car: 'car-electric',
};
const LUCIDE = [
  ...[
    'arrow-left',
    'arrow-right',
    'badge-check',
    'ban',
    'bell',
    'bookmark',
    'check',
    'chevron-down',
    'chevron-right',
    'circle-alert',
    'circle-check',
    'circle-parking',
  ],
  ...['circle-question-mark', 'circle-x', 'clock', 'copy', 'credit-card', 'download', 'external-link', 'globe', 'info'],
  ...[
    'loader-circle',
    'lock',
    'lock-open',
    'mail',
    'message-square-warning',
    'phone',
    'plug',
    'plug-zap',
    'printer',
    'receipt-text',
    'rotate-cw',
    'scan-qr-code',
    'search',
    'send',
    'share-2',
    'shield-check',
  ],
  ...['target', 'triangle-alert', 'wifi-off', 'wrench', 'x', 'zap'],
  ...['building', 'circle-pause', 'gift', 'map-pin', 'navigation'],
];
/** A QR code with the ID that the hints give as an example, for the picture of a label. Each run of dark modules is a line. */
function exampleCode() {
  const framed = encodeQR('DE*ABC*E1234*1', 'raw', { border: 1, ecc: 'low' });
  const rows = framed.slice(1, -1).map(row => row.slice(1, -1));
  const runs = rows.flatMap((row, y) => {
    const modules = row.map(isDark => (isDark ? '#' : ' ')).join('');
    return [...modules.matchAll(/#+/g)].map(({ 0: run, index }) => `M${index} ${y}.5h${run.length}`);
  });
  return { width: rows.length, height: rows.length, body: `<path stroke="currentColor" d="${runs.join('')}"/>` };
}

const OWN = {
  stop: { width: 24, height: 24, body: '<path fill="currentColor" d="M4.5 4.5h15v15h-15z"/>' },
  'qr-example': exampleCode(),
};

export const ICON_NAMES = [...Object.keys(MDI), ...LUCIDE, ...Object.keys(OWN)];

export function buildSprite(): string {
  const mdi = setOf('mdi');
  const lucide = setOf('lucide');
  const from = (set: IconSet, name: string) => {
    const icon = set.icons[name];
    if (!icon) throw new Error(`No icon ${name}`);
    return { width: icon.width ?? set.width ?? 24, height: icon.height ?? set.height ?? 24, body: icon.body };
  };
  const icons = {
    ...Object.fromEntries(Object.entries(MDI).map(([name, source]) => [name, from(mdi, source)])),
    ...Object.fromEntries(LUCIDE.map(name => [name, from(lucide, name)])),
    ...OWN,
  };
  const symbols = Object.entries(icons).map(
    ([name, { width, height, body }]) => `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${body}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
