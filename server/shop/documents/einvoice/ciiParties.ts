import type { InvoiceDocument } from '../../../core/records/records.ts';

import { element, type XmlElement } from '../content/xml.ts';

/** Creates the seller (BG-4) with address, contact and tax registrations. */
export function seller({ supplier, brand }: InvoiceDocument): XmlElement {
  const { name, register, taxNumber, vatId } = supplier;
  // BR-CO-26 requires a number that identifies the seller. Without a VAT ID and a register number, the tax number is used.
  const isUnnumbered = vatId === null && register === null;
  return element('ram:SellerTradeParty', [
    isUnnumbered ? optional('ram:ID', taxNumber) : null,
    element('ram:Name', name),
    within('ram:SpecifiedLegalOrganization', optional('ram:ID', register)),
    element('ram:DefinedTradeContact', [
      element('ram:DepartmentName', brand.name),
      within('ram:TelephoneUniversalCommunication', optional('ram:CompleteNumber', brand.supportPhone)),
      within('ram:EmailURIUniversalCommunication', optional('ram:URIID', brand.supportEmail)),
    ]),
    address(supplier),
    vatId === null ? null : registration(isVatIdentifier(vatId) ? 'VA' : 'FC', vatId),
    // BT-32 allows one number of the national tax office. If `vatId` is a national number already, `taxNumber` is left out.
    taxNumber === null || (vatId !== null && !isVatIdentifier(vatId)) ? null : registration('FC', taxNumber),
  ]);
}

/**
 * Creates the buyer (BG-7). If the buyer's address is unknown, the element contains only the country that BR-11 requires: the
 * country in which the vehicle was charged, which is the place of supply (art. 39 of Directive 2006/112/EC).
 */
export function buyer({ customer, place }: InvoiceDocument): XmlElement {
  const vatId = customer?.address?.vatId ?? '';
  return element('ram:BuyerTradeParty', [
    element('ram:Name', customer?.name ?? ''),
    customer?.address ? address(customer.address) : element('ram:PostalTradeAddress', [country(place.country)]),
    isVatIdentifier(vatId) ? registration('VA', vatId) : null,
  ]);
}

/** Creates the place of delivery (BG-13): the EVSE ID and its address. */
export const shipToParty = ({ place }: InvoiceDocument): XmlElement =>
  element('ram:ShipToTradeParty', [element('ram:ID', place.evseId), address(place)]);

interface Address {
  street: string;
  postalCode: string;
  city: string;
  country: string;
}

const address = ({ street, postalCode, city, country: code }: Address): XmlElement =>
  element('ram:PostalTradeAddress', [
    element('ram:PostcodeCode', postalCode),
    element('ram:LineOne', street),
    element('ram:CityName', city),
    country(code),
  ]);

const country = (code: string): XmlElement => element('ram:CountryID', code.toUpperCase());

/** A VAT identifier begins with a country code (BR-CO-09). A national tax number does not. */
const isVatIdentifier = (id: string): boolean => /^[A-Z]{2}/.test(id);

const registration = (schemeID: 'VA' | 'FC', id: string): XmlElement =>
  element('ram:SpecifiedTaxRegistration', [element('ram:ID', id, { schemeID })]);

const optional = (name: string, text: string | null): XmlElement | null => (text === null ? null : element(name, text));

const within = (name: string, child: XmlElement | null): XmlElement | null => child && element(name, [child]);
