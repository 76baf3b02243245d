// @module-tag full
import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chats } from '../support/chats.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const Conversations = v.looseObject({ conversations: v.array(v.looseObject({ id: v.string() })) })
const Contact = v.looseObject({ contact: v.looseObject({ id: v.string() }) })
const Messages = v.looseObject({ results: v.array(v.looseObject({ text: v.string() })) })
const Step = v.looseObject({ next: v.nullable(v.string()), waitSeconds: v.number() })

let service: Service
const { api, newConversation } = chats(() => service)
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const write = (from: string, text: string) => service.provider.sendAsCustomer({ from, text })
const conversation = async (id: string) => (await api('GET', `/conversations/${id}/`)).body
async function change(from: string, now: string): Promise<void> {
  const system = { type: 'user_changed_number', body: '', wa_id: now }
  const sent = await service.provider.sendAsCustomer({ from, system, id: `wamid.late-${from}` })
  expect(sent).toMatchObject({ status: 200 })
}
async function idsOf(customer: string): Promise<string[]> {
  const { conversations } = v.parse(Conversations, (await api('GET', `/customers/${customer}/`)).body)
  return conversations.map(({ id }) => id).toSorted()
}

test('a notice after a message from the new number joins both conversations, which no later owner continues', async () => {
  const [first, second, third] = [freshCustomer(), freshCustomer(), freshCustomer()]
  await write(first, 'Hello')
  await write(second, 'My new number')
  const [old, current] = [await newConversation(first), await newConversation(second)]
  const contact = v.parse(Contact, await conversation(old)).contact.id
  for (let times = 0; times < 2; times++) await change(first, second)
  const joined = { id: old, contact: { id: contact, phoneNumber: second }, lastMessage: 'My new number' }
  expect(await conversation(old)).toMatchObject(joined)
  // The other one continues in it.
  expect(await conversation(current)).toMatchObject(joined)
  const { results } = v.parse(Messages, (await api('GET', `/conversations/${old}/messages/`)).body)
  expect(results.map(({ text }) => text).filter((text) => text !== '')).toEqual(['My new number', 'Hello'])
  expect([await idsOf(first), await idsOf(second)]).toEqual([[], [old]])
  for (const key of [second, contact])
    expect((await api('GET', `/conversations/?contact=${key}`)).body).toMatchObject({ count: 1 })

  await write(first, 'Who is this?')
  const later = await newConversation(first)
  expect([old, current]).not.toContain(later)
  expect(v.parse(Contact, await conversation(later)).contact.id).not.toBe(contact)
  await change(first, second)
  expect([await idsOf(first), await idsOf(second)]).toEqual([[later], [old]])
  await write(second, 'Still me')
  expect(await newConversation(second)).toBe(old)

  await setTimeout(1000)
  await change(second, third)
  await setTimeout(1000)
  await write(second, 'I am somebody else')
  const next = await newConversation(second)
  expect([await idsOf(second), await idsOf(third)]).toEqual([[next], [old]])
  expect(await newConversation(third)).toBe(old)

  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await api('DELETE', `/customers/${third}/${cursor ? `?cursor=${cursor}` : ''}`)
    const step = v.parse(Step, body)
    await setTimeout(step.waitSeconds * 1000)
    cursor = step.next
  }
  for (const id of [old, current]) expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 404 })
  for (const id of [later, next]) expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 200 })
})
