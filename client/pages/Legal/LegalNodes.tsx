import { createElement, type ReactNode } from 'react';
import type { LegalNode } from '../../../shared/legal.ts';

/** The tree that the server made of a client's HTML, as elements: no HTML ever becomes markup in the browser. */
export function LegalNodes({ nodes }: { nodes: readonly LegalNode[] }) {
  return nodes.map(renderNode);
}

function renderNode(node: LegalNode, place: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, children } = node;
  const attributes = { key: place, ...(tag === 'a' && href ? { href, rel: 'noopener' } : {}) };
  if (tag === 'br') return createElement('br', attributes);
  return createElement(tag, attributes, ...children.map(renderNode));
}
