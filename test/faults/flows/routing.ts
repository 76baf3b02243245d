import type { EventName } from '@replywright/contract/envelope.ts'
import type { Flow, World } from '../flow.ts'

const setting = { webhooks: 2, listeners: [] }
const disturbs = ['Conversations', 'Relay']
const messages = [{ direction: 'inbound', text: 'hello' }] as const

/** Creates a conversation without a routing. */
const before = ({ customerWrites }: World) => customerWrites('hello')

const change = ({ post, tenant }: World, endpoint: string, body?: object) =>
  post(`/conversations/${tenant.conversationId}/${endpoint}/`, body)
const subscribe = (world: World, to: number) => change(world, 'subscribe', { webhookId: world.tenant.webhooks[to]?.id })

const event = (to: number, name: EventName) => ({ to, event: name })

/** Changes of a conversation's routing, and the lifecycle events that follow. */
export const routingFlows: readonly Flow[] = [
  {
    name: 'subscribe',
    setting,
    disturbs: [...disturbs, 'Window'],
    before,
    act: async (world) => void (await subscribe(world, 0)),
    expected: () => ({
      deliveries: [event(0, 'subscription.activated')],
      messages,
      events: ['routed'],
      routing: 0,
    }),
  },
  {
    name: 'unsubscribe',
    setting,
    disturbs,
    async before(world) {
      await before(world)
      await subscribe(world, 0)
    },
    act: async (world) => void (await change(world, 'unsubscribe')),
    expected: () => ({
      deliveries: [event(0, 'subscription.activated'), event(0, 'subscription.revoked')],
      messages,
      events: ['routed', 'routed'],
      scheduled: true,
    }),
  },
  {
    name: 'move',
    setting,
    disturbs,
    async before(world) {
      await before(world)
      await subscribe(world, 0)
    },
    act: async (world) => void (await subscribe(world, 1)),
    expected: () => ({
      deliveries: [
        event(0, 'subscription.activated'),
        event(0, 'subscription.revoked'),
        event(1, 'subscription.activated'),
      ],
      messages,
      events: ['routed', 'routed'],
      routing: 1,
    }),
  },
  {
    name: 'agent-and-back',
    setting,
    disturbs,
    async before(world) {
      await before(world)
      await subscribe(world, 0)
    },
    async act(world) {
      await change(world, 'routing', { mode: 'agent' })
      await change(world, 'routing', { mode: 'webhook', webhookId: world.tenant.webhooks[0]?.id })
    },
    expected: () => ({
      deliveries: [
        event(0, 'subscription.activated'),
        event(0, 'subscription.revoked'),
        event(0, 'subscription.activated'),
      ],
      messages,
      events: ['routed', 'routed', 'routed'],
      routing: 0,
    }),
  },
  {
    name: 'take-over',
    setting,
    disturbs,
    before,
    async act(world) {
      await change(world, 'takeover')
      await change(world, 'handback', { contact: { phoneNumber: '', name: '' } })
      await change(world, 'takeover')
    },
    expected: () => ({
      deliveries: [],
      messages,
      events: ['taken-over', 'handed-back', 'taken-over'],
      isTakenOver: true,
    }),
  },
]
