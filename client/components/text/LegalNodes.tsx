import { createElement, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { LegalNode, LegalTag } from '../../../shared/model/legal.ts';

interface LegalNodesProps {
  nodes: readonly LegalNode[];
  /** Number of levels by which headings are lowered. 1: an h2 becomes an h3. */
  shift?: number;
}

/** A main heading of a legal text, with the element id to which the contents link. */
interface LegalHeading {
  id: string;
  words: string;
}

const headingId = (place: number): string => `legal-${place + 1}`;

/** Lists the main headings of a legal text, for its contents: those of the second level, unless the text has only one as its title. */
export function legalHeadings(nodes: readonly LegalNode[]): readonly LegalHeading[] {
  const tag = nodes.filter(node => isTagged(node, 'h2')).length > 1 ? 'h2' : 'h3';
  return nodes.flatMap((node, place) => (isTagged(node, tag) ? [{ id: headingId(place), words: wordsOf(node).trim() }] : []));
}

const isTagged = (node: LegalNode, tag: LegalTag): boolean => typeof node !== 'string' && node.tag === tag;
const wordsOf = (node: LegalNode): string => (typeof node === 'string' ? node : node.children.map(wordsOf).join(''));

/** Renders a legal text, which the server has sanitised. The browser never parses the brand's HTML. */
export function LegalNodes({ nodes, shift = 0 }: LegalNodesProps) {
  const renderNode = (node: LegalNode, place: number, id?: string): ReactNode => {
    if (typeof node === 'string') return node;
    const { tag, href, children } = node;
    const attributes = { key: place, id, ...(tag === 'a' && href ? { href, rel: 'noopener' } : {}) };
    if (tag === 'br') return createElement('br', attributes);
    const level = /^h(\d)$/.exec(tag)?.[1];
    return createElement(
      level ? `h${Number(level) + shift}` : tag,
      attributes,
      ...children.map((child, n) => renderNode(child, n)),
    );
  };
  return nodes.map((node, place) =>
    renderNode(node, place, isTagged(node, 'h2') || isTagged(node, 'h3') ? headingId(place) : undefined),
  );
}

/** Distances between the parts of a legal text. */
export const Prose = styled.div`
  max-width: 70ch;
  > :first-child {
    margin-top: 0;
  }
  h2 {
    margin: var(--s6) 0 var(--s2);
  }
  h3,
  h4,
  h5 {
    margin: var(--s5) 0 var(--s1);
    font-size: 1rem;
    line-height: 1.35;
  }
  h2,
  h3,
  h4,
  h5 {
    break-after: avoid;
  }
  p + p,
  p + address,
  address + p,
  ul,
  ol,
  ul + p,
  ol + p {
    margin-top: var(--s3);
  }
  address {
    font-style: normal;
  }
  li {
    margin-left: 1.25rem;
    padding-left: var(--s1);
  }
  ul > li {
    list-style: disc;
  }
  ol > li {
    list-style: decimal;
  }
`;
