import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../text/Icon.tsx';

interface DisclosureProps {
  summary: ReactNode;
  /** True: the details are shown at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A line of text that unfolds details. In print, the details are always shown. */
export function Disclosure({ summary, isOpen = false, children }: DisclosureProps) {
  return (
    <Details open={isOpen}>
      <summary>
        {summary}
        <Icon name="chevron-down" />
      </summary>
      {children}
    </Details>
  );
}

const Details = styled.details`
  > summary {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    cursor: pointer;
    font-weight: 600;
    color: var(--primary-text);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-decoration-thickness: 1px;
    list-style: none;
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  > summary svg {
    transition: transform var(--ease);
  }
  &[open] > summary svg {
    transform: rotate(180deg);
  }
  @media print {
    > summary {
      display: none;
    }
    &::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`;
