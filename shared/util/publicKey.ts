/** Carriers of a key in one another: the alliance's form has two, meters and back ends add theirs. */
const MAX_CARRIERS = 5;
/** A key has about 180 hex digits, and each carrier may double it. */
const MAX_LENGTH = 8192;
/** "Signed Meter Values in OCPP" §3.2.2. */
const PREFIX = /^oca:base16:asn1:/i;
const PEM_LINE = /-----[A-Za-z0-9 ]+-----/g;

/**
 * The SPKI of a public key, out of every carrier around it: blanks and line ends, PEM armour, base64, hex digits and
 * `oca:base16:asn1:`, in any order, at most five of them. Null: no step is a key.
 */
export function readPublicKey(text: string): Buffer | null {
  if (text.length > MAX_LENGTH) return null;
  let steps = [bareText(text)];
  for (let n = 0; n < MAX_CARRIERS; n++) {
    const decoded = steps.flatMap(decode);
    const key = decoded.find(isSequence);
    if (key) return key;
    steps = decoded.map(bytes => bareText(bytes.toString('latin1')));
  }
  return null;
}

/** The same in hex digits; what is no key stays as it is, for the check to refuse. */
export const publicKeyHex = (text: string): string => readPublicKey(text)?.toString('hex') ?? text;

const bareText = (text: string): string => {
  const bare = text.replace(PEM_LINE, '').replace(/\s|\\[rn]/g, '');
  return bare.replace(PREFIX, '');
};

/** What a text may be the digits of: hex digits are letters of base64, too. */
const decode = (text: string): Buffer[] => [
  ...(/^([0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : []),
  ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : []),
];

/** Whether bytes are one DER sequence with nothing behind it (X.690 §8.1.3). */
function isSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const digits = first - 0x80;
  if (digits < 1 || digits > 2 || bytes.length < 2 + digits) return false;
  return bytes.length === 2 + digits + bytes.readUIntBE(2, digits);
}
