import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../text/Icon.tsx';

interface FoldProps {
  title: ReactNode;
  /** A short value on the right of the title, such as a number. */
  value?: ReactNode;
  icon?: IconName;
  children: ReactNode;
  /** True: the content is shown from the start. */
  isOpen?: boolean;
}

/** A row that unfolds its content. Rows stand in `Folds`. In print, the content is always shown. */
export function Fold({ title, value, icon, isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen}>
      <summary>
        {icon && <Icon name={icon} />}
        <span>{title}</span>
        {value && <small>{value}</small>}
        <Icon name="chevron-down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** The list of rows that unfold, at the end of a page. */
export const Folds = styled.div`
  border-bottom: 1px solid var(--line);
  > details {
    border-top: 1px solid var(--line);
    > div {
      padding-bottom: var(--s4);
    }
  }
  summary {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-height: 56px;
    cursor: pointer;
    list-style: none;
    font-weight: 600;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary > span {
    flex: 1 1 auto;
    line-height: 1.3;
    padding-block: 0.4rem;
  }
  summary > small {
    color: var(--ink-2);
    font-size: var(--t-sm);
    font-weight: 400;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  summary > svg:last-child {
    width: 1.25rem;
    height: 1.25rem;
    color: var(--primary-text);
    transition: transform var(--ease);
  }
  [open] > summary > svg:last-child {
    transform: rotate(180deg);
  }
  /* With large text on a narrow screen, the value is below the title. */
  @media (max-width: 16em) {
    summary {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 var(--s3);
    }
    summary > small {
      grid-area: 2 / 1;
      padding-bottom: 0.4rem;
      text-align: left;
    }
    summary > svg:first-child {
      display: none;
    }
    summary > svg:last-child {
      grid-area: 1 / 2;
    }
  }
  @media print {
    summary > svg:last-child {
      display: none;
    }
    details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`;
