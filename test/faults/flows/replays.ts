import { startReplay } from '@replywright/core/deliveries/replays/replays.ts'
import type { Flow } from '../flow.ts'

const texts = ['one', 'two']
const delivery = (text: string) => ({ to: 0, event: 'message.received', text }) as const
const messages = texts.map((text) => ({ direction: 'inbound', text }) as const)

/** Replays: of one delivery by an API client, and of all failed deliveries by an operator. */
export const replayFlows: readonly Flow[] = [
  {
    name: 'replay',
    setting: { webhooks: 1, listeners: [0] },
    disturbs: ['WebhookDeliveriesReplay'],
    before: ({ customerWrites }) => customerWrites('one'),
    async act({ post, tenant, testBed }) {
      const [original] = testBed.service.receiver.received(tenant.webhooks[0]?.path)
      await post(`/webhook-deliveries/${original?.deliveryId}/replay/`)
    },
    expected: () => ({
      deliveries: [delivery('one'), { ...delivery('one'), replay: true }],
      messages: [{ direction: 'inbound', text: 'one' }],
    }),
  },
  {
    name: 'bulk-replay',
    setting: { webhooks: 1, listeners: [0] },
    disturbs: ['Replay'],
    async before({ endpointReturns, customerWrites }) {
      endpointReturns(0, [404])
      for (const text of texts) await customerWrites(text)
    },
    async act({ endpointReturns, tenant }) {
      endpointReturns(0, [200])
      await startReplay(tenant.organizationId, tenant.webhooks[0]?.id ?? '', { since: 0 }, Date.now())
    },
    expected: () => ({
      deliveries: texts.flatMap((text) => [
        { ...delivery(text), status: 'failed' as const, cause: 'client_error' },
        { ...delivery(text), replay: true },
      ]),
      messages,
    }),
  },
]
