import { Temporal } from 'temporal-polyfill';
import { element, type XmlElement } from '../content/xml.ts';

/** 853 → '8.53', with two decimals in every currency (BR-DEC). */
export function amount(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes an integer with `decimals` decimals, without trailing zeros: 12345 with 3 places → '12.345'. */
export function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
  return value < 0 ? `-${text}` : text;
}

interface At {
  iso: string;
  timeZone: string;
}

/** The local calendar day in UN/EDIFACT 2379 code 102: '20261120'. */
const day = ({ iso, timeZone }: At): string =>
  Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDate().toString().replaceAll('-', '');

/** An element with a day, in the namespace `udt`. */
export const dated = (name: string, at: At): XmlElement =>
  element(name, [element('udt:DateTimeString', day(at), { format: '102' })]);

/** An element with the day of a referenced document, for which the schema uses the namespace `qdt`. */
export const datedReference = (name: string, at: At): XmlElement =>
  element(name, [element('qdt:DateTimeString', day(at), { format: '102' })]);
