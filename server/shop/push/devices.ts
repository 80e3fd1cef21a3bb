import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { PushDevice } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { removeDevice } from '../../store/shop/pushDevices.ts';
import { findSession } from '../../store/shop/sessions.ts';
import { priceNow } from '../sessions/cost/priceNow.ts';
import { enqueueLimitPush } from '../sessions/notices/warnings.ts';
import { openDevices, saveDevice } from './sealedDevices.ts';

type PushDeviceOptions = PushDevice & { sessionId: string };

/**
 * Registers a device for the push messages of a session. Registering the same device again only replaces its keys.
 * @throws Problem 'not-offered' if push is not configured, 'bad-request' for an unknown push service, 'no-session', 'not-now' if
 * the session is over, 'too-many'
 */
export async function enablePush(
  context: OperatorContext,
  { sessionId, ...device }: PushDeviceOptions,
): Promise<Record<never, never>> {
  const { push, store, clock } = context;
  if (!push) throw new Problem('not-offered');
  if (!push.accepts(device)) throw new Problem('bad-request');
  await store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (!session || session.state === 'draft') throw new Problem('no-session');
    if (session.state === 'completed' || session.state === 'cancelled') throw new Problem('not-now');
    const others = (await openDevices(context, trx, sessionId)).filter(({ endpoint }) => endpoint !== device.endpoint);
    if (others.length >= LIMITS.devicesPerSession) throw new Problem('too-many');
    await saveDevice(context, trx, { ...device, sessionId, createdAt: clock.now() });
    if (session.state === 'running' || session.state === 'paused')
      await enqueueLimitPush(context, trx, { price: await priceNow(trx, session, context), now: clock.now() });
  });
  return {};
}

/** Removes a device from a session. An unknown device is ignored. */
export async function disablePush(
  context: OperatorContext,
  { sessionId, endpoint }: Pick<PushDeviceOptions, 'sessionId' | 'endpoint'>,
): Promise<Record<never, never>> {
  await context.store.inTransaction(async trx => {
    const known = (await openDevices(context, trx, sessionId)).find(device => device.endpoint === endpoint);
    if (known) await removeDevice(trx, known.id);
  });
  return {};
}
