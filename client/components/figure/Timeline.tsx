import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export interface TimelineStep {
  state: 'done' | 'now' | 'later';
  text: ReactNode;
  amount?: ReactNode;
  note?: ReactNode;
}

/** A list of past, current and next steps, such as the progress of a session. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <Line>
      {steps.map(({ state, text, amount, note }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity than their place
        <li key={place} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span>{text}</span>
          {amount && <b>{amount}</b>}
          {note && <small>{note}</small>}
        </li>
      ))}
    </Line>
  );
}

const Line = styled.ol`
  li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s4);
    padding-bottom: var(--s5);
    /* At twice the text size, 2.5rem would be too wide for a phone. */
    padding-left: min(2.5rem, 18vw);
  }
  li:last-child {
    padding-bottom: 0;
  }
  li::before {
    content: '';
    position: absolute;
    left: 0.25rem;
    top: 0.25rem;
    width: 1rem;
    height: 1rem;
    border-radius: 50%;
    border: 3px solid var(--line-strong);
    background: var(--page);
    z-index: 1;
  }
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    left: calc(0.75rem - 1.5px);
    top: 0.8rem;
    bottom: -0.6rem;
    border-left: 3px dotted var(--line-strong);
  }
  [data-state='done']::before {
    background: var(--primary-line);
    border-color: var(--primary-line);
  }
  [data-state='done']:not(:last-child)::after {
    border-left: 3px solid var(--primary-line);
  }
  [data-state='now']::before {
    border: 5px solid var(--primary-line);
    width: 1.5rem;
    height: 1.5rem;
    left: 0;
    top: 0;
  }
  span {
    flex: 1 1 7rem;
    /* If a word does not fit beside the amount, it moves to a line above the amount. */
    max-width: 100%;
    overflow-wrap: break-word;
    font-weight: 600;
  }
  [data-state='now'] > span {
    font-weight: 700;
  }
  [data-state='later'] {
    color: var(--ink-2);
  }
  b {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  small {
    flex-basis: 100%;
    font-size: var(--t-sm);
    line-height: 1.45;
    color: var(--ink-2);
  }
  @media (forced-colors: active) {
    [data-state='done']::before {
      background: CanvasText;
    }
  }
  @media print {
    break-inside: avoid;
    li::before,
    [data-state='done']::before {
      background: #000;
      border-color: #000;
    }
    li:not(:last-child)::after,
    [data-state='done']:not(:last-child)::after {
      border-color: #000;
    }
  }
`;
