import { expect, test } from '@jest/globals';
import { meantAddress } from './mailDomain.ts';

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['Ada@GMAIL.CO', 'Ada@gmail.com'],
  ['ada@gmail.de', 'ada@gmail.com'],
  ['ada@hotmial.con', 'ada@hotmail.com'],
  ['ada@t-onlien.de', 'ada@t-online.de'],
  ['ada@wbe.de', 'ada@web.de'],
  ['ada@outlok.com ', 'ada@outlook.com'],
])('asks about a slip of the finger: %s', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});

test.each(['ada@gmail.com', 'ada@mail.com', 'ada@gmx.net', 'ada@stadtwerke-lindau.de', 'ada@example.org', 'ada', 'a@b@c', ''])(
  'says nothing about what may well be meant: %s',
  typed => {
    expect(meantAddress(typed)).toBeNull();
  },
);
