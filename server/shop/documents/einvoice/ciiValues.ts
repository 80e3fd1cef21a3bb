import { Temporal } from 'temporal-polyfill';
import { element, type XmlElement } from '../content/xml.ts';

/** Formats minor units as a decimal: 853 → '8.53'. All currencies get two decimals, the maximum that BR-DEC allows. */
export function amount(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats an integer as a number with at most `decimals` decimals, without trailing zeros: 12345 with 3 → '12.345'. */
export function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
  return value < 0 ? `-${text}` : text;
}

interface At {
  iso: string;
  timeZone: string;
}

/** Formats the local calendar day of an instant in the format 102 of UN/EDIFACT 2379: '20261120'. */
const day = ({ iso, timeZone }: At): string =>
  Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDate().toString().replaceAll('-', '');

/** Creates an element with a calendar day, in the namespace `udt`. */
export const dated = (name: string, at: At): XmlElement =>
  element(name, [element('udt:DateTimeString', day(at), { format: '102' })]);

/** Creates an element with the calendar day of a referenced document. The schema requires the namespace `qdt` there. */
export const datedReference = (name: string, at: At): XmlElement =>
  element(name, [element('qdt:DateTimeString', day(at), { format: '102' })]);
