import { describe, expect, it } from '@jest/globals';
import { LEGAL_TAGS, type LegalNode } from '../../../shared/model/legal.ts';
import { legalNodes } from './legalNodes.ts';

const tagsOf = (nodes: readonly LegalNode[]): string[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node.tag, ...tagsOf(node.children)]));
const textOf = (nodes: readonly LegalNode[]): string =>
  nodes.map(node => (typeof node === 'string' ? node : textOf(node.children))).join('');
const linksOf = (nodes: readonly LegalNode[]): string[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [...(node.href ? [node.href] : []), ...linksOf(node.children)]));

describe('A client’s legal text', () => {
  it('keeps its headings, lists, emphasis and links, below the page’s own heading', () => {
    const nodes = legalNodes(
      '<h1>AGB</h1><p>Text &amp; <b>mehr</b>, <a href="https://example.org/?a=1&amp;b=2">hier</a>.</p><ul><li>eins<li>zwei</ul>',
    );
    expect(tagsOf(nodes)).toEqual(['h2', 'p', 'strong', 'a', 'ul', 'li', 'li']);
    expect(textOf(nodes)).toBe('AGBText & mehr, hier.einszwei');
    expect(linksOf(nodes)).toEqual(['https://example.org/?a=1&b=2']);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)" style="position:fixed">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<p><style>body{display:none}</style></p>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<p>unclosed <strong>words',
    '</p></div>stray ends',
  ])('brings nothing but allowed elements and safe links out of %s', html => {
    const nodes = legalNodes(html);
    for (const tag of tagsOf(nodes)) expect(LEGAL_TAGS).toContain(tag);
    for (const link of linksOf(nodes)) expect(link).toMatch(/^(https:|mailto:|tel:)/);
    expect(JSON.stringify(nodes)).not.toMatch(/onclick|onerror|style"/);
  });
});
