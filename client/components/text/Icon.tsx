import { styled } from 'styled-components';
import { useVisit } from '../../core/pageData.tsx';

/** Names of the symbols in the SVG sprite, which scripts/build/sprite.ts creates. A test fails if the sprite has other names. */
export type IconName =
  | 'arrow-left'
  | 'arrow-right'
  | 'badge-check'
  | 'ban'
  | 'bell'
  | 'bookmark'
  | 'building'
  | 'car'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-parking'
  | 'circle-pause'
  | 'circle-question-mark'
  | 'circle-x'
  | 'clock'
  | 'copy'
  | 'credit-card'
  | 'download'
  | 'external-link'
  | 'gift'
  | 'globe'
  | 'info'
  | 'loader-circle'
  | 'lock'
  | 'lock-open'
  | 'mail'
  | 'map-pin'
  | 'message-square-warning'
  | 'navigation'
  | 'phone'
  | 'plug'
  | 'plug-ccs1'
  | 'plug-ccs2'
  | 'plug-chademo'
  | 'plug-domestic'
  | 'plug-schuko'
  | 'plug-tesla'
  | 'plug-type1'
  | 'plug-type2'
  | 'plug-zap'
  | 'printer'
  | 'qr-example'
  | 'receipt-text'
  | 'rotate-cw'
  | 'scan-qr-code'
  | 'search'
  | 'send'
  | 'share-2'
  | 'shield-check'
  | 'station'
  | 'stop'
  | 'target'
  | 'triangle-alert'
  | 'wifi-off'
  | 'wrench'
  | 'x'
  | 'zap';

/** Sizes in rem, so that icons grow with the text. */
const SIZES = { xs: '.75rem', sm: '1rem', md: '1.5rem', lg: '2rem', xl: '3rem' } as const;

const Svg = styled.svg<{ $size: keyof typeof SIZES }>`
  width: ${({ $size }) => SIZES[$size]};
  height: ${({ $size }) => SIZES[$size]};
  flex: none;
  fill: none;
`;

/** An icon beside a text. It never replaces the text. */
export function Icon({ name, size = 'md', className }: { name: IconName; size?: keyof typeof SIZES; className?: string }) {
  const { sprite } = useVisit();
  return (
    <Svg $size={size} className={className} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </Svg>
  );
}
