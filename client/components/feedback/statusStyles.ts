import { css } from 'styled-components';

/** Colours of a status box: --c for line and icon, --tint for the background. */
export const STATUS_STYLES = css`
  &[data-look='info'] {
    --c: var(--info);
    --tint: var(--info-tint);
  }
  &[data-look='success'] {
    --c: var(--success);
    --tint: var(--success-tint);
  }
  &[data-look='warning'] {
    --c: var(--warning);
    --tint: var(--warning-tint);
  }
  &[data-look='error'] {
    --c: var(--error);
    --tint: var(--error-tint);
  }
  > svg {
    color: var(--c);
  }
`;
