// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { review } from '../api/template-fixtures.ts'
import { idOf, startTestService } from '../support/service.ts'
import { agentWorld, type Party } from './agent-world.ts'

let service: Service
const world = agentWorld(() => service)
const { api, newAgent, party, whenAnswered, write } = world
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(() => service?.stop())

const ASK = '/call ask_for_human {"reason":"A refund","summary":"It arrived broken."}'
const SECRET = 'a secret of its own'
const BODY = [{ type: 'BODY', text: 'Hi {{1}}, it ships on Friday.', example: { body_text: [['Alex']] } }]
const Published = v.looseObject({ publishResults: v.tuple([v.object({ providerTemplateId: v.string() })]) })
const Triggers = v.looseObject({ outboundTriggers: v.tuple([v.looseObject({ url: v.string() })]) })
const Handoffs = v.looseObject({
  activeAgent: v.string(),
  activeSupportHandoff: v.string(),
  supportHandoffs: v.pipe(v.string(), v.parseJson(), v.array(v.looseObject({ endedAt: v.nullable(v.string()) }))),
})

const conversation = async ({ id }: Party) => v.parse(Handoffs, (await api('GET', `/conversations/${id}/`)).body)

/** Creates a conversation whose agent has asked for a person. */
async function asking(): Promise<Party> {
  const chat = await party()
  await write(chat, ASK)
  await whenAnswered(chat)
  const { activeSupportHandoff, supportHandoffs } = await conversation(chat)
  expect(activeSupportHandoff).toContain('A refund')
  expect(supportHandoffs).toMatchObject([{ endedAt: null }])
  return chat
}

/** Expects that the request ended, and that the agent answers again. */
async function expectEnded(chat: Party, activeAgent: string): Promise<void> {
  const { supportHandoffs, ...shown } = await conversation(chat)
  expect(shown).toMatchObject({ activeAgent, activeSupportHandoff: '' })
  expect(supportHandoffs).toMatchObject([{ reason: 'A refund', endedAt: expect.stringMatching(/Z$/) }])
  await write(chat, 'Hello, other agent')
  await whenAnswered(chat, 2)
}

test('connecting another agent to the number ends the requests for a person of its conversations at once', async () => {
  const [chat, kept] = [await asking(), await asking()]
  const number = `/phone-numbers/${service.ready.numbers[0]?.number}`
  const connect = (agentId: string, applyToExisting: boolean) =>
    api('POST', `${number}/connect-agent/`, { agentId, applyToExisting })
  // A new agent of the number is for new conversations, unless it applies to existing ones.
  expect(await connect(await newAgent({}), false)).toMatchObject({ status: 200 })
  expect((await conversation(kept)).activeSupportHandoff).toContain('A refund')
  const other = await newAgent({})
  expect(await connect(other, true)).toMatchObject({ status: 200 })
  await expectEnded(chat, other)
  expect(await connect(service.ready.agent.id, true)).toMatchObject({ status: 200 })
})

test('a trigger of another agent ends the request for a person at once', async () => {
  const templateName = 'order_ships_again'
  const created = await api('POST', '/msg-templates/', { name: templateName, category: 'UTILITY', components: BODY })
  const published = await api('PUT', `/msg-templates/${idOf(created)}/publish/`, {
    accountIds: [service.ready.account.id],
  })
  const [{ providerTemplateId }] = v.parse(Published, published.body).publishResults
  await review(service, providerTemplateId, { status: 'APPROVED' })
  const trigger = { secret: SECRET, templateId: idOf(created), templateName }
  const agent = await api('POST', '/agents/', { name: 'Shipping', outboundTriggers: [trigger] })
  const [{ url }] = v.parse(Triggers, agent.body).outboundTriggers

  const chat = await asking()
  const fired = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Trigger-Secret': SECRET },
    body: JSON.stringify({ toNumber: chat.customer, variables: ['Ada'] }),
  })
  expect([fired.status, await fired.json()]).toMatchObject([201, { conversationId: chat.id }])
  await expectEnded(chat, idOf(agent))
})
