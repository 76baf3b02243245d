import { readFileSync } from 'node:fs'
import { type AgentSettings, EMPTY_SETTINGS } from '@replywright/core/agents/agent-settings.ts'
import { insertAgent } from '@replywright/core/agents/write-agent.ts'
import { SessionEntity } from '@replywright/core/answering/sessions/session-entity.ts'
import { checkSession } from '@replywright/core/answering/sessions/watch-session.ts'
import { NumberEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Flow, World } from '../flow.ts'

const ASKS = '/call ask_for_human {"reason":"A refund","summary":"It arrived broken."}'
/** The simulated model's answer after this call. */
const LAST = 'Here is what I found:\nA colleague will continue the conversation.'
const ANSWER = 'It is on its way.'
/** The maximum number of model requests: a worker that dies before it has stored the reply repeats the request. */
const ASKED_AT_MOST = 8

/** The state after a customer's message was answered once. */
const answered = (text: string): ReturnType<Flow['expected']> => ({
  deliveries: [],
  messages: [
    { direction: 'inbound', text: 'hello' },
    { direction: 'inbound', text },
    { direction: 'outbound', text: ANSWER, status: 'delivered' },
  ],
  sent: 1,
})

export const turnFlows: readonly Flow[] = [
  {
    name: 'turn',
    setting: { webhooks: 0, listeners: [] },
    disturbs: ['Answer'],
    async before(world) {
      await connectAgent(world)
      const { testBed, tenant } = world
      testBed.service.model.script(questionOf(tenant.customer), Array(ASKED_AT_MOST).fill({ text: ANSWER }))
    },
    act: ({ tenant, customerWrites }) => customerWrites(questionOf(tenant.customer)),
    expected: ({ tenant }) => answered(questionOf(tenant.customer)),
  },
  {
    name: 'voice',
    setting: { webhooks: 0, listeners: [] },
    disturbs: ['Answer'],
    async before(world) {
      await connectAgent(world)
      // Only a model that receives the transcript gives this answer.
      world.testBed.service.model.script(heardOf(world), Array(ASKED_AT_MOST).fill({ text: ANSWER }))
    },
    act: (world) => world.customerSpeaks(soundOf(world)),
    expected: (world) => answered(heardOf(world)),
  },
  {
    name: 'fallback',
    setting: { webhooks: 0, listeners: [] },
    disturbs: ['Answer'],
    async before(world) {
      await connectAgent(world, { llmModel: 'small', fallbackModel: 'large' })
      const { testBed, tenant } = world
      const question = questionOf(tenant.customer)
      testBed.service.model.script(question, Array(ASKED_AT_MOST).fill({ status: 503 }), 'small')
      testBed.service.model.script(question, Array(ASKED_AT_MOST).fill({ text: ANSWER }), 'large')
    },
    act: ({ tenant, customerWrites }) => customerWrites(questionOf(tenant.customer)),
    expected: ({ tenant }) => answered(questionOf(tenant.customer)),
  },
  {
    name: 'ask-for-human',
    setting: { webhooks: 1, listeners: [0] },
    disturbs: ['Answer'],
    before: (world) => connectAgent(world),
    act: ({ customerWrites }) => customerWrites(ASKS),
    expected: () => ({
      deliveries: [
        { to: 0, event: 'message.received', text: 'hello' },
        { to: 0, event: 'message.received', text: ASKS },
        { to: 0, event: 'conversation.human_needed' },
      ],
      messages: [
        { direction: 'inbound', text: 'hello' },
        { direction: 'inbound', text: ASKS },
        { direction: 'outbound', text: LAST, status: 'delivered' },
      ],
      events: ['human-needed'],
      sent: 1,
    }),
  },
  {
    name: 'session-ended',
    setting: { webhooks: 1, listeners: [0], events: ['conversation.ended'] },
    disturbs: ['Answer'],
    async before(world) {
      await connectAgent(world, { outcomeKeys: [RESOLVED] })
      const { testBed, tenant, customerWrites } = world
      const question = questionOf(tenant.customer)
      testBed.service.model.script(question, [{ text: ANSWER }])
      const call = { name: 'record_outcome', arguments: { summary: ANSWER, resolved: true } }
      testBed.service.model.script(`Customer: ${question}`, Array(ASKED_AT_MOST).fill({ toolCalls: [call] }))
      await customerWrites(question)
    },
    // As after a day of silence: the conversation has another session, so the check ends this one.
    async act({ tenant: { organizationId, conversationId } }) {
      const key = { organizationId, conversationId }
      await ConversationEntity.patch({ organizationId, id: conversationId }).set({ sessionId: newId() }).go()
      const { data } = await SessionEntity.query.byId(key).go()
      for (const { id } of data) await checkSession({ kind: 'session', ...key, id }, Date.now)
    },
    expected: ({ tenant }) => ({
      deliveries: [{ to: 0, event: 'conversation.ended' }],
      messages: [
        { direction: 'inbound', text: 'hello' },
        { direction: 'inbound', text: questionOf(tenant.customer) },
        { direction: 'outbound', text: ANSWER, status: 'delivered' },
      ],
      sent: 1,
    }),
  },
]

const RESOLVED = {
  id: derivedId('resolved'),
  key: 'resolved',
  type: 'boolean',
  initialValue: '',
  whenToUpdate: 'Whether it was solved.',
} as const

/** Connects an agent. The provider must know the window too, before an agent can reply. */
async function connectAgent(
  { testBed, tenant: { organizationId, phoneNumberId, customer } }: World,
  settings: Partial<AgentSettings> = {},
): Promise<void> {
  await testBed.service.provider.sendAsCustomer({ from: customer, to: phoneNumberId, text: 'hello' })
  const agentId = newId()
  await insertAgent(
    organizationId,
    agentId,
    { ...EMPTY_SETTINGS, name: 'Agent', ...settings },
    { changedAt: Date.now() },
  )
  await NumberEntity.patch({ phoneNumberId }).set({ defaultRouting: 'agent', agentId }).go()
}

const VOICE = readFileSync('packages/simulators/src/provider/samples/voice.ogg')

/** A voice message whose size is the tenant's, because the simulators hear only the size. */
function soundOf({ tenant }: World): Buffer {
  return Buffer.concat([VOICE, Buffer.alloc(Number(tenant.customer.slice(-4)))])
}

function heardOf(world: World): string {
  return `A voice message of ${soundOf(world).length} bytes.`
}

function questionOf(customer: string): string {
  return `Where is my order? ${customer}`
}
