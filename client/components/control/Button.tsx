import { css, styled } from 'styled-components';

/**
 * Appearance of a button. primary: filled with the brand colour, once per screen. plain: dark border. decisive: dark fill, only
 * for "Yes, stop". quiet: grey border.
 */
export type ButtonVariant = 'primary' | 'plain' | 'decisive' | 'quiet';

const VARIANTS = {
  primary: css`
    background: var(--primary);
    color: var(--on-primary);
    border-color: var(--primary-edge);
    &:hover {
      background: var(--primary-hover);
    }
  `,
  plain: css`
    &:hover {
      background: var(--surface);
    }
  `,
  decisive: css`
    background: var(--ink);
    color: var(--page);
    &:hover {
      background: var(--ink-2);
    }
  `,
  quiet: css`
    border-color: var(--line-strong);
    font-weight: 600;
    font-size: 1rem;
    min-height: max(48px, 2.9rem);
    &:hover {
      background: var(--surface);
    }
  `,
};

const shape = css<{ $variant?: ButtonVariant }>`
  /* Not a flex box: there, a text of two lines would take the whole width and leave a gap beside the icon. */
  display: block;
  align-content: center;
  width: 100%;
  min-height: max(56px, 3.25rem);
  padding: 0.85rem var(--s3);
  border: 2px solid var(--ink);
  border-radius: var(--radius);
  background: var(--page);
  color: var(--ink);
  font: 700 var(--t-md) / 1.2 var(--font);
  text-align: center;
  text-wrap: balance;
  text-decoration: none;
  cursor: pointer;
  ${({ $variant = 'plain' }) => VARIANTS[$variant]}
  &:active {
    transform: translateY(1px);
  }
  &[aria-disabled='true'] {
    background: var(--surface);
    border-color: var(--line-strong);
    color: var(--ink-2);
    cursor: default;
  }
  svg {
    display: inline-block;
    width: 1.375rem;
    height: 1.375rem;
    margin-right: var(--s2);
    vertical-align: -0.3em;
  }
  @media (max-width: 18em) {
    svg {
      display: block;
      margin: 0 auto var(--s1);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    &:active {
      transform: none;
    }
  }
  @media print {
    display: none;
  }
`;

export const Button = styled.button<{ $variant?: ButtonVariant }>`
  ${shape}
`;
export const ButtonLink = styled.a<{ $variant?: ButtonVariant }>`
  ${shape}
`;

export const Buttons = styled.div`
  display: grid;
  gap: var(--s3);
`;

/** A link or button that is styled as text and has the height of a touch target. */
export const textLink = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  min-height: 48px;
  padding: var(--s2) 0;
  background: none;
  border: 0;
  font: inherit;
  color: var(--primary-text);
  text-decoration: underline;
  text-underline-offset: 0.2em;
  cursor: pointer;
  svg {
    width: 1.25rem;
    height: 1.25rem;
  }
  @media print {
    display: none;
  }
`;
export const TextButton = styled.button`
  ${textLink}
`;
export const TextLink = styled.a`
  ${textLink}
`;
