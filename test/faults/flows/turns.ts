import { EMPTY_SETTINGS } from '@messaging/core/agents/agent-settings.ts'
import { insertAgent } from '@messaging/core/agents/write-agent.ts'
import { NumberEntity } from '@messaging/core/channel/numbers/number-entity.ts'
import { newId } from '@messaging/core/platform/clock.ts'
import type { Flow } from '../flow.ts'

const ANSWER = 'It is on its way.'
/** The maximum number of model requests: a worker that dies before it has stored the reply repeats the request. */
const ASKED_AT_MOST = 8

export const turnFlows: readonly Flow[] = [
  {
    name: 'turn',
    setting: { webhooks: 0, listeners: [] },
    disturbs: ['Answer'],
    // The provider must know the window too, before an agent can reply.
    async before({ testBed, tenant: { organizationId, phoneNumberId, customer } }) {
      const { model, provider } = testBed.service
      await provider.sendAsCustomer({ from: customer, to: phoneNumberId, text: 'hello' })
      const agentId = newId()
      await insertAgent(organizationId, agentId, { ...EMPTY_SETTINGS, name: 'Agent' }, { changedAt: Date.now() })
      await NumberEntity.patch({ phoneNumberId }).set({ defaultRouting: 'agent', agentId }).go()
      model.script(questionOf(customer), Array(ASKED_AT_MOST).fill({ text: ANSWER }))
    },
    act: ({ tenant, customerWrites }) => customerWrites(questionOf(tenant.customer)),
    expected: ({ tenant }) => ({
      deliveries: [],
      messages: [
        { direction: 'inbound', text: 'hello' },
        { direction: 'inbound', text: questionOf(tenant.customer) },
        { direction: 'outbound', text: ANSWER, status: 'delivered' },
      ],
      sent: 1,
    }),
  },
]

function questionOf(customer: string): string {
  return `Where is my order? ${customer}`
}
