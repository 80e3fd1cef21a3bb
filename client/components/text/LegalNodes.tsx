import { createElement, type ReactNode } from 'react';
import type { LegalNode } from '../../../shared/legal.ts';

interface LegalNodesProps {
  nodes: readonly LegalNode[];
  /** By how many levels headings stand lower. */
  shift?: number;
}

/** The tree that the server made of a client's HTML, as elements: no HTML ever becomes markup in the browser. */
export function LegalNodes({ nodes, shift = 0 }: LegalNodesProps) {
  const renderNode = (node: LegalNode, place: number): ReactNode => {
    if (typeof node === 'string') return node;
    const { tag, href, children } = node;
    const attributes = { key: place, ...(tag === 'a' && href ? { href, rel: 'noopener' } : {}) };
    if (tag === 'br') return createElement('br', attributes);
    const level = /^h(\d)$/.exec(tag)?.[1];
    return createElement(level ? `h${Number(level) + shift}` : tag, attributes, ...children.map(renderNode));
  };
  return nodes.map(renderNode);
}
