/**
 * The style elements of the document, marked as written by styled-components. Otherwise the library writes every rule again when
 * it is evaluated, and the browser recalculates the styles of the whole page before it can respond to a tap.
 */
export const sentStyles = [...document.querySelectorAll('style[data-styled]')];
for (const style of sentStyles) style.setAttribute('data-styled', 'active');

// React accepts elements that it has not rendered only as direct children of html, head and body. If the data of a page was late,
// its title and its styles are beside <main>.
document.head.append(...document.querySelectorAll('#page > title, #page > style'));
