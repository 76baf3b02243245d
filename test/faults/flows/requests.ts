import type { Flow, World } from '../flow.ts'

/**
 * The caller that stored a message sends it once. If it dies before the provider call, or does not learn that the
 * message is stored, the outcome is unknown: the message is then not sent again, and has no status.
 */
const mayStayUnsent = ({ disturbance }: World) =>
  disturbance !== undefined && ['fail-after×3', 'kill-before', 'kill-after'].includes(disturbance)

const TEXT = 'Hello World\n\nThis message shows that the number can send templates.\n\nThe Daily Grind'

/** Client requests that must have one effect per Idempotency-Key. */
export const requestFlows: readonly Flow[] = [
  {
    name: 'send',
    // Without `sent`: the provider may report `delivered` first.
    setting: { webhooks: 1, listeners: [0], events: ['message.sent', 'message.status.delivered'] },
    before: ({ customerWrites }) => customerWrites('hello'),
    async act({ post, tenant }) {
      const template = { name: 'hello_world' }
      await post(`/conversations/${tenant.conversationId}/messages/`, { type: 'template', template })
    },
    expected: (world) => {
      const isSent = world.sentToCustomer() > 0 || !mayStayUnsent(world)
      return {
        deliveries: isSent
          ? [
              { to: 0, event: 'message.sent', text: TEXT },
              { to: 0, event: 'message.status.delivered' },
            ]
          : [],
        messages: [
          { direction: 'inbound', text: 'hello' },
          {
            direction: 'outbound',
            text: TEXT,
            ...(isSent && { status: 'delivered' }),
          },
        ],
        sent: isSent ? 1 : 0,
      }
    },
  },
  {
    name: 'start',
    setting: { webhooks: 0, listeners: [] },
    act: async ({ post, tenant }) => void (await post('/conversations/', { toNumber: tenant.customer })),
    expected: () => ({ deliveries: [], messages: [] }),
  },
]
