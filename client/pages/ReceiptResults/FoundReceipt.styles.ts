import { styled } from 'styled-components';
import { ButtonLink } from '../../components/control/Button.tsx';

export const Item = styled.li`
  border-top: 2px solid var(--ink);
  padding-block: var(--s2) var(--s5);
  &:last-child {
    padding-bottom: var(--s3);
  }
  @media print {
    break-inside: avoid;
  }
`;

export const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 0 var(--s4);
  h2 {
    display: flex;
    align-items: center;
    min-height: 48px;
    font-variant-numeric: tabular-nums;
  }
`;

export const Pick = styled.label`
  display: flex;
  align-items: center;
  gap: var(--s3);
  min-height: 48px;
  cursor: pointer;
  @media print {
    input {
      display: none;
    }
  }
`;

export const Price = styled.span`
  font-size: var(--t-lg);
  font-weight: 700;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

export const ReceiptDetails = styled.p`
  font-size: var(--t-sm);
  line-height: 1.45;
  color: var(--ink-2);
  margin-bottom: var(--s3);
  > span {
    display: block;
    font-variant-numeric: tabular-nums;
  }
`;

export const FirstLink = styled(ButtonLink)`
  font-size: 1rem;
  overflow-wrap: anywhere;
`;

/** Content that is not printed, so that the printed list stays short. */
export const OnScreen = styled.div`
  > * + * {
    margin-top: var(--s1);
  }
  > details > summary {
    font-size: var(--t-sm);
  }
  @media print {
    display: none;
  }
`;

export const More = styled.div`
  > * + * {
    margin-top: var(--s2);
  }
`;

export const Other = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s3);
  a {
    overflow-wrap: anywhere;
  }
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
`;

export const DocumentNumber = styled.span`
  display: inline-block;
  max-width: 100%;
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
  /* Continues the parent's strike-through, which an inline-block would interrupt. */
  text-decoration: inherit;
`;
