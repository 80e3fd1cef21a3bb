import { Router } from 'express';
import { acceptLeaving, acceptRegistration, acceptUpdate, getCredentials } from '../connections/acceptance.ts';
import type { RegistrationDependencies } from '../connections/registration.ts';
import { OCPI_VERSIONS, type OcpiVersion } from '../messages/message.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import type { Gate } from './inbound.ts';

/** The modules that the app offers, with its role in each. OCPI requires a role for credentials, but gives it no meaning. */
const MODULES = [
  ['credentials', 'SENDER'],
  ['locations', 'RECEIVER'],
  ['tariffs', 'RECEIVER'],
  ['sessions', 'RECEIVER'],
  ['cdrs', 'RECEIVER'],
  ['commands', 'SENDER'],
  ['tokens', 'SENDER'],
] as const;

/** Endpoints that a CPO platform needs for registration: versions, version details and credentials. */
export function registrationEndpoints(gate: Gate, dependencies: RegistrationDependencies): Router {
  const { baseUrl } = dependencies.us;
  const router = Router();
  const versions = OCPI_VERSIONS.map(version => ({ version, url: `${baseUrl}/${version}` }));
  router.get(
    '/versions',
    registering(gate, () => ({ code: STATUS.success, data: versions })),
  );
  for (const version of OCPI_VERSIONS) {
    const endpoints = MODULES.map(([identifier, role]) => ({ identifier, role, url: `${baseUrl}/${version}/${identifier}` }));
    router.get(
      `/${version}`,
      registering(gate, () => ({ code: STATUS.success, data: { version, endpoints } })),
    );
    router.use(`/${version}/credentials`, credentials(gate, version, dependencies));
  }
  return router;
}

const registering = (gate: Gate, answer: () => Reply) =>
  gate.handle(({ caller }) => (caller.by === 'used invitation' ? STRANGER : answer()), { registers: true });

const STRANGER: Reply = { status: 401, code: STATUS.notEnough };

function credentials(gate: Gate, version: OcpiVersion, dependencies: RegistrationDependencies): Router {
  const router = Router();
  const registers = { registers: true };
  router.get(
    '/',
    gate.handle(({ caller }) => getCredentials({ caller, version }, dependencies), registers),
  );
  router.post(
    '/',
    gate.handle(({ caller, body }) => acceptRegistration({ caller, version, body }, dependencies), registers),
  );
  router.put(
    '/',
    gate.handle(({ caller, body }) => acceptUpdate({ caller, version, body }, dependencies), registers),
  );
  router.delete(
    '/',
    gate.handle(({ caller }) => acceptLeaving({ caller }, dependencies), registers),
  );
  return router;
}
