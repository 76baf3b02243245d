import { writeFinalOutcome } from '@replywright/core/deliveries/disabling/final-outcome-entity.ts'
import { disableWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedTimeId } from '@replywright/core/platform/clock.ts'
import type { ExpectedDelivery, Flow, World } from '../flow.ts'

const setting = { webhooks: 1, listeners: [0] }
const disturbs = ['Deliver']
/** Also the function that counts results. */
const withCounter = [...disturbs, 'Counter']
const messages = [{ direction: 'inbound', text: 'one' }] as const
const act = ({ customerWrites }: World) => customerWrites('one')

/** The delivery of the one message, with its outcome. */
const delivery = (more: Partial<ExpectedDelivery> = {}) =>
  ({ to: 0, event: 'message.received', text: 'one', ...more }) as const

/** Stores `count` earlier consecutive failures of the webhook, one per second until now. */
async function countFailures({ tenant }: World, count: number): Promise<void> {
  const now = Date.now()
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const at = now - index * 1000
      const failed = { deliveryId: derivedTimeId(at, 'failed'), kind: 'failed' as const, begunAt: at, finishedAt: at }
      return writeFinalOutcome(tenant.webhooks[0]?.id ?? '', failed)
    }),
  )
}

/** Outcomes of a delivery. */
export const outcomeFlows: readonly Flow[] = [
  {
    name: 'success',
    setting,
    disturbs,
    before: (world) => countFailures(world, 3),
    act,
    expected: () => ({ deliveries: [delivery()], messages }),
  },
  {
    name: 'retry',
    setting,
    disturbs: withCounter,
    before: async ({ endpointReturns }) => endpointReturns(0, [500, 503, 200]),
    act,
    expected: () => ({ deliveries: [delivery()], messages }),
  },
  {
    name: 'refusal',
    setting,
    disturbs,
    before: async ({ endpointReturns }) => endpointReturns(0, [404]),
    act,
    expected: () => ({
      deliveries: [delivery({ status: 'failed', cause: 'client_error' })],
      messages,
      failures: { 0: 1 },
    }),
  },
  {
    name: 'exhaustion',
    setting,
    disturbs,
    before: async ({ endpointReturns }) => endpointReturns(0, [500]),
    act,
    expected: () => ({
      deliveries: [delivery({ status: 'failed', cause: 'server_error', exhausted: true })],
      messages,
      failures: { 0: 1 },
    }),
  },
  {
    name: 'redrive',
    setting,
    redrives: true,
    disturbs: withCounter,
    async before({ endpointReturns, customerWrites }) {
      endpointReturns(0, [500])
      await customerWrites('one')
    },
    async act({ endpointReturns, redrive }) {
      endpointReturns(0, [200])
      await redrive()
    },
    expected: () => ({ deliveries: [delivery()], messages }),
  },
  {
    name: 'auto-disable',
    setting,
    disturbs,
    async before(world) {
      await countFailures(world, 19)
      world.endpointReturns(0, [404])
    },
    act,
    expected: () => ({
      deliveries: [delivery({ status: 'failed', cause: 'client_error' })],
      messages,
      failures: { 0: 20 },
      disabled: [0],
    }),
  },
  {
    name: 'disabled',
    setting,
    disturbs,
    async before({ tenant }) {
      await disableWebhook(tenant.organizationId, tenant.webhooks[0]?.id ?? '', Date.now())
    },
    act,
    expected: () => ({
      deliveries: [delivery({ status: 'failed', cause: 'webhook_disabled' })],
      messages,
      disabled: [0],
    }),
  },
]
