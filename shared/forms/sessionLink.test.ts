import { readSessionLink } from './sessionLink.ts';

const ID = 'Zm9vYmFyLWJhei1xdXV4_w';

test.each([
  `https://charge.example/blaufink/charging/${ID}`,
  `https://charge.example/hu/blaufink/charging/${ID}/`,
  `https://charge.example/en/blaufink/charging/${ID}/stop`,
  `charge.example/blaufink/charging/${ID}?utm_source=mail#top`,
  `/blaufink/charging/${ID}`,
  `  ${ID} `,
  `Hier kannst du zuschauen: https://charge.example/blaufink/charging/${ID}. Danke!`,
  `<https://charge.example/blaufink/charging/${ID}>`,
])('“%s” opens a session', text => {
  expect(readSessionLink(text)).toEqual({ kind: 'session', sessionId: ID });
});

test('the address a driver came back to from the payment page opens the order', () => {
  expect(readSessionLink(`https://charge.example/en/blaufink/pay/${ID}/return`)).toEqual({ kind: 'order', orderId: ID });
});

test('a link to watch is told apart: it opens no receipt', () => {
  expect(readSessionLink(`https://charge.example/blaufink/watch/${ID}`)).toEqual({ kind: 'watch' });
});

test.each([
  '',
  'https://charge.example/blaufink/receipts',
  '482913057',
  `/charging/${'A'.repeat(65)}`,
  `${ID}${'A'.repeat(500)}`,
])('“%s” opens nothing', text => {
  expect(readSessionLink(text)).toBeNull();
});
