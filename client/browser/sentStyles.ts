/**
 * The document's style elements, marked as written by styled-components. Without the mark, the library writes every rule again,
 * and the browser recalculates all styles before it can respond to a tap.
 */
export const sentStyles = [...document.querySelectorAll('style[data-styled]')];
for (const style of sentStyles) style.setAttribute('data-styled', 'active');

// If the server has sent the page in pieces, its own tags (server/render/documentParts.ts) are beside <main>. They move to the
// head, because React accepts foreign elements only as direct children of html, head and body.
document.head.append(...document.querySelectorAll('#page > :is(title, style, meta, noscript)'));
