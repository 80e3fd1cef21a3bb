/**
 * The styles that came with the document, marked as if the library had written them. Of others it writes each rule anew when it is
 * evaluated, and has the browser work out the look of the whole page once more, before anything answers a tap.
 */
export const sentStyles = [...document.querySelectorAll('style[data-styled]')];
for (const style of sentStyles) style.setAttribute('data-styled', 'active');

// React accepts elements that it has not rendered only directly below html, head and body. A page whose data came late has its title
// and its styles beside <main>.
document.head.append(...document.querySelectorAll('#page > title, #page > style'));
