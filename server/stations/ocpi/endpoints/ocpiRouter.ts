import { Router } from 'express';
import type { RegistrationDependencies } from '../connections/registration.ts';
import { OCPI_VERSIONS, type OcpiVersion } from '../messages/message.ts';
import type { Receivers } from '../messages/receiver.ts';
import { catalogueEndpoints } from './catalogueEndpoints.ts';
import { createGate, type InboundDependencies } from './inbound.ts';
import { registrationEndpoints } from './registrationEndpoints.ts';
import { sessionEndpoints } from './sessionEndpoints.ts';

export type OcpiRouterDependencies = RegistrationDependencies & InboundDependencies & { receivers: Receivers };

/** All endpoints that CPO platforms call. Mounted at the path of `us.baseUrl`. */
export function ocpiRouter(dependencies: OcpiRouterDependencies): Router {
  const { receivers, us } = dependencies;
  const gate = createGate(dependencies);
  const router = Router();
  router.use(gate.body);
  router.use(registrationEndpoints(gate, dependencies));
  const mount = (path: string, version: OcpiVersion) => {
    router.use(path, catalogueEndpoints({ gate, version, catalogue: receivers.catalogue }));
    router.use(path, sessionEndpoints({ gate, version, receivers, baseUrl: us.baseUrl }));
  };
  for (const version of OCPI_VERSIONS) {
    mount(`/${version}`, version);
    mount(`/${version}/receiver`, version);
  }
  // The version details contain the module URLs, but some CPO platforms never read them and derive the module URLs from the
  // versions URL.
  mount('/receiver', '2.2.1');
  router.use(gate.failed);
  return router;
}
