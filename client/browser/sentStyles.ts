/**
 * The style elements of the document, marked as written by styled-components. Without the mark, the library writes every rule
 * again when it is evaluated, and the browser recalculates all styles before it can respond to a tap.
 */
export const sentStyles = [...document.querySelectorAll('style[data-styled]')];
for (const style of sentStyles) style.setAttribute('data-styled', 'active');

// If the data of a page arrived late, its title and styles are beside <main>. React accepts elements that it has not rendered
// only as direct children of html, head and body, so they move to the head.
document.head.append(...document.querySelectorAll('#page > title, #page > style'));
