/** A horizontal bar of a share in per cent, below the text that says the share. */
export const ShareBar = ({ percent, kind }: { percent: number; kind: 'energy' | 'money' }) => (
  <svg className={`share share--${kind}`} aria-hidden="true" focusable="false">
    <rect width={`${Math.round(percent * 10) / 10}%`} height="100%" rx="2" />
  </svg>
);
