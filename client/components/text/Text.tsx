import { Fragment, type ReactNode } from 'react';
import { css, styled } from 'styled-components';

/** Hides an element from view, but not from screen readers. */
export const hidden = css`
  position: absolute !important;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for screen readers only. */
export const Hidden = styled.span`
  ${hidden}
`;

/** A figure with its unit, in digits of equal width and without a line break inside. */
export const Num = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  @media (max-width: 21em) {
    white-space: normal;
  }
`;

export const Lead = styled.p`
  font-size: var(--t-md);
  line-height: 1.45;
`;

export const Small = styled.p`
  font-size: var(--t-sm);
  line-height: 1.45;
  color: var(--ink-2);
`;

/** An EVSE ID. A line break is possible after its asterisks. */
export function EvseId({ id }: { id: string }) {
  const parts = id.split('*');
  return (
    <EvseText>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an id never change places
        <Fragment key={place}>
          {part}
          {place < parts.length - 1 && (
            <>
              *<wbr />
            </>
          )}
        </Fragment>
      ))}
    </EvseText>
  );
}
const EvseText = styled.span`
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.02em;
`;

/** Returns a message without its tags, for a label that cannot contain elements. */
export const withoutTags = (text: string): string => text.replaceAll(/<\/?\w+>/g, '');

/** The tags of a message with bold words, for `RichText`. */
export const BOLD = { b: (inner: string) => <b>{inner}</b> };

/** Renders a message with tags, such as `I accept the <terms>terms</terms>.`. `tags` has a render function for each tag. */
export function RichText({ text, tags }: { text: string; tags: Readonly<Record<string, (inner: string) => ReactNode>> }) {
  const pieces = text.split(/(<(\w+)>.*?<\/\2>)/).filter((_, place) => place % 3 !== 2);
  return pieces.map((piece, place) => {
    const match = /^<(\w+)>(.*)<\/\1>$/.exec(piece);
    const render = match?.[1] ? tags[match[1]] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message never change places
    return <Fragment key={place}>{render ? render(match?.[2] ?? '') : piece}</Fragment>;
  });
}
