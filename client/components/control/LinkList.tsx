import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../text/Icon.tsx';
import { AppLink } from './AppLink.tsx';

interface LinkListProps {
  links: readonly { to: string; title: ReactNode; text?: ReactNode }[];
}

/** A list of links, each with the height of a touch target. */
export function LinkList({ links }: LinkListProps) {
  return (
    <List>
      {links.map(({ to, title, text }) => (
        <li key={to}>
          <AppLink to={to}>
            <span>
              <b>{title}</b>
              {text && <small>{text}</small>}
            </span>
            <Icon name="chevron-right" />
          </AppLink>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  a {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: var(--s3);
    min-height: max(56px, 3.4rem);
    padding-block: var(--s2);
    color: var(--ink);
    text-decoration: none;
    border-top: 1px solid var(--line);
  }
  li:last-child a {
    border-bottom: 1px solid var(--line);
  }
  b,
  small {
    display: block;
    line-height: 1.35;
  }
  small {
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
  a:hover b {
    text-decoration: underline;
  }
`;
