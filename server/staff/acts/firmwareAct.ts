import Joi from 'joi';
import { ActRefused, textsOf } from './act.ts';
import { field } from './fields.ts';
import { stationCommand } from './ocppActs.ts';
import { hostIn, isTransferAddress, MAX_ADDRESS_LENGTH, TRANSFER_SCHEMES } from './transferAddress.ts';

const { text, step } = textsOf('stations');

/** Longest values of OCPP 2.x (L01). */
const MAX_CERTIFICATE_LENGTH = 5500;
const MAX_SIGNATURE_LENGTH = 800;
const CERTIFICATE = /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/;

/** Updates the firmware of a station without a session. Until the update has ended, the plugs of the station are not sold. */
export const UPDATE_FIRMWARE = stationCommand('update-firmware', {
  command: {
    name: 'station update-firmware',
    does: 'Update the firmware of a station without a session; `stations` shows the state',
  },
  fields: {
    url: field('<address>', Joi.string().trim().required(), 'Missing address of the firmware.'),
    certificate: field('[--certificate <PEM>]', Joi.string().trim().allow('').default('')),
    signature: field('[--signature <base64>]', Joi.string().trim().allow('').default('')),
  },
  needsReason: true,
  check({ url, certificate, signature }) {
    if (!isTransferAddress(url))
      throw new ActRefused(
        `Invalid address. Use ${TRANSFER_SCHEMES.join(', ')} with at most ${MAX_ADDRESS_LENGTH} characters.`,
        text('refusal.noFirmwareAddress', { max: MAX_ADDRESS_LENGTH }),
      );
    if ((certificate === '') !== (signature === ''))
      throw new ActRefused('A signed firmware needs a certificate and a signature.', text('refusal.halfSigned'));
    const isReadable = CERTIFICATE.test(certificate) && certificate.length <= MAX_CERTIFICATE_LENGTH;
    if (certificate !== '' && (!isReadable || signature.length > MAX_SIGNATURE_LENGTH))
      throw new ActRefused('Invalid certificate or signature.', text('refusal.badSigning'));
  },
  send: ({ url, certificate, signature }) => ({
    ...{ does: 'update its firmware', location: new URL(url).href },
    signing: certificate === '' ? null : { certificate, signature },
  }),
  steps: () => ['sale', 'session', 'end'].map(name => step(`command.update-firmware.${name}`)),
  facts: ({ url, certificate }) => ({ server: hostIn(url), isSigned: certificate !== '' }),
  done: () => 'The station downloads and installs the firmware. `stations` shows the state.',
});
