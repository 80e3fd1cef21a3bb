import { css } from 'styled-components';

/** Colours of a status box by variant. `--c`: line and icon. `--tint`: background. */
export const STATUS_STYLES = css`
  &[data-variant='info'] {
    --c: var(--info);
    --tint: var(--info-tint);
  }
  &[data-variant='success'] {
    --c: var(--success);
    --tint: var(--success-tint);
  }
  &[data-variant='warning'] {
    --c: var(--warning);
    --tint: var(--warning-tint);
  }
  &[data-variant='error'] {
    --c: var(--error);
    --tint: var(--error-tint);
  }
  > svg {
    color: var(--c);
  }
`;
