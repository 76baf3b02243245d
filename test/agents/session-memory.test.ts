// @module-tag long
// @module-tag full
import { randomUUID } from 'node:crypto'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { windowWorld } from '../deliveries/window-world.ts'
import { startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  await windowWorld(() => service).connectEarlier()
})
afterAll(() => service?.stop())

const { api, askedOf, logged, newAgent, party, repliesTo, whenAnswered, write } = world

/** Returns a tool that returns `body`, and the requests to it. */
function tool(name: string, body: string, method = 'POST') {
  const path = `/${name}-${randomUUID()}`
  service.receiver.behave(path, { status: 200, body })
  const input = { type: 'description', description: 'The id.' }
  const apiSchema = { url: `${service.receiver.url}${path}`, method, request_body: { id: { input } } }
  return {
    settings: { name, description: name, apiSchema, creditCost: 0 },
    received: () => service.receiver.received(path),
  }
}
const find = (body = '{"items":[{"id":"KB-7731","name":"blue bell"}]}') => tool('find_item', body)
/** Returns the last request to the model that contains a text. */
const lastAsked = (text: string) => askedOf(text).at(-1)
const rolesOf = (text: string) => lastAsked(text)?.messages.map(({ role }) => role)

describe.concurrent('the model', () => {
  test('knows in the next turn what its tools returned, as calls with their results', async () => {
    const { settings } = find()
    const returned = tool('return_item', '{"ok":true}')
    const chat = await party(await newAgent({ tools: [settings, returned.settings] }))
    await write(chat, `Which bells do you have? /call find_item {"id": "bell"} ${chat.customer}`)
    await write(chat, `\n/call find_item {"id": "bell"}`)
    await whenAnswered(chat)
    const yes = `yes, return it ${chat.customer}`
    service.model.script(yes, [{ toolCalls: [{ name: 'return_item', arguments: { id: 'KB-7731' } }] }])
    await write(chat, yes)
    await whenAnswered(chat, 2)
    const [first] = askedOf(yes)
    const call = first?.messages.find((message) => message.role === 'assistant' && message.tool_calls.length > 0)
    expect(call).toMatchObject({ tool_calls: [{ function: { name: 'find_item', arguments: '{"id":"bell"}' } }] })
    expect(first?.messages.find(({ role }) => role === 'tool')?.content).toContain('KB-7731')
    expect(first?.messages.at(-1)).toEqual({ role: 'user', content: yes })
    expect(first?.system).not.toContain('KB-7731')
    expect(returned.received().map(({ json }) => json)).toEqual([{ id: 'KB-7731' }])
    await write(chat, `and now? ${chat.customer}`)
    await whenAnswered(chat, 3)
    const { messages = [] } = lastAsked(`and now? ${chat.customer}`) ?? {}
    const ids = messages.flatMap((message) =>
      message.role === 'assistant' ? message.tool_calls.map(({ id }) => id) : [],
    )
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/)
  })

  test('reads calls of a tool that was renamed in words', async () => {
    const { settings } = find()
    const agentId = await newAgent({ tools: [settings] })
    const chat = await party(agentId)
    await write(chat, '/call find_item {"id": "bell"}')
    await whenAnswered(chat)
    await api('PATCH', `/agents/${agentId}/`, { tools: [{ ...settings, name: 'search_shop' }] })
    const next = `return it ${chat.customer}`
    await write(chat, next)
    await whenAnswered(chat, 2)
    expect(rolesOf(next)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(lastAsked(next)?.system).toMatch(/<data from="find_item">\n\{"id":"bell"\}[\s\S]*KB-7731/)
  })

  test('reads the calls of the agent that handed off in words, in the same turn and later', async () => {
    const child = await newAgent({ name: 'Returns' })
    const { settings } = find()
    const parent = await newAgent({
      tools: [settings],
      handoffTools: [{ childAgentId: child, description: 'returns' }],
    })
    const chat = await party(parent)
    const asks = `return the bell ${chat.customer}`
    service.model.script(asks, [
      { toolCalls: [{ name: 'find_item', arguments: { id: 'bell' } }] },
      { toolCalls: [{ name: 'hand_off_to_Returns' }] },
      { text: 'The KB-7731? Yes.' },
    ])
    await write(chat, asks)
    await whenAnswered(chat)
    expect(rolesOf(asks)).toEqual(['system', 'user'])
    expect(lastAsked(asks)?.system).toContain('KB-7731')
    const next = `and then? ${chat.customer}`
    await write(chat, next)
    await whenAnswered(chat, 2)
    expect(rolesOf(next)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(lastAsked(next)?.system).toContain('KB-7731')
    expect(lastAsked(next)?.system).not.toContain('answers from now on')
  })

  test('sees a reference to a large result, and recalls the whole', async () => {
    const { settings, received } = find(`{"filler":"${'é'.repeat(4000)}","item":"KB-9"}`)
    const chat = await party(await newAgent({ tools: [settings] }))
    await write(chat, '/call find_item {"id": "bell"}')
    await whenAnswered(chat)
    const which = `which one? ${chat.customer}`
    await write(chat, which)
    await whenAnswered(chat, 2)
    const shown = lastAsked(which)?.messages.find(({ role }) => role === 'tool')?.content ?? ''
    expect(shown).not.toContain('KB-9')
    expect(Buffer.byteLength(shown)).toBeLessThan(1500)
    const [, id = ''] = /… cut: 8 KB in all\. recall with the id "(\w{9})"/.exec(shown) ?? []
    expect(lastAsked(which)?.tools).toContain('recall')
    await write(chat, `/call recall {"id": "${id}"}`)
    await whenAnswered(chat, 3)
    const last = lastAsked(`/call recall {"id": "${id}"}`)?.messages.at(-1)
    expect(last).toMatchObject({ role: 'tool', content: expect.stringContaining('KB-9') })
    expect(received()).toHaveLength(1)
    await write(chat, `later ${chat.customer}`)
    await whenAnswered(chat, 4)
    // What was recalled stays a reference.
    expect(rolesOf(`later ${chat.customer}`)?.filter((role) => role === 'tool')).toHaveLength(1)
  })

  test('knows what a turn did that failed before its reply', async () => {
    const order = tool('order', '{"order":"O-55"}')
    const chat = await party(await newAgent({ tools: [order.settings] }))
    const asks = `order it ${chat.customer}`
    service.model.script(asks, [{ toolCalls: [{ name: 'order', arguments: { id: 'KB-1' } }] }, { status: 401 }])
    await write(chat, asks)
    await logged('turn.given_up', chat)
    await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
    const next = `Hello? ${chat.customer}`
    await write(chat, next)
    await whenAnswered(chat)
    expect(rolesOf(next)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(lastAsked(next)?.messages.at(3)?.content).toContain('O-55')
    expect(order.received()).toHaveLength(1)
  })

  test('knows in a wake-up what was called, and after it what the wake-up called', async () => {
    const { settings } = find()
    const check = tool('check_parcel', '{"parcel":"P-12"}')
    const wakeUpConfigs = [{ description: 'to remind', forceMessage: true }]
    const agentId = await newAgent({ tools: [settings, check.settings], wakeUpConfigs })
    const chat = await party(agentId)
    await write(chat, '/call find_item {"id": "bell"}')
    await whenAnswered(chat)
    const note = `parcel of ${chat.customer}`
    service.model.script(note, [
      { toolCalls: [{ name: 'check_parcel', arguments: { id: 'P' } }] },
      { text: 'It is here.' },
    ])
    await world.sendWakeUp(chat, await world.putWakeUp(chat, agentId, note))
    await whenAnswered(chat, 2)
    const woken = service.model.requests.filter(({ system }) => system.includes(note))
    expect(woken.at(0)?.messages.find(({ role }) => role === 'tool')?.content).toContain('KB-7731')
    expect(repliesTo(chat).at(-1)).toBe('It is here.')
    const next = `Thanks ${chat.customer}`
    await write(chat, next)
    await whenAnswered(chat, 3)
    expect(rolesOf(next)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant'],
      ...['assistant', 'tool', 'assistant', 'user'],
    ])
  })

  test('does not know calls of an earlier session', async () => {
    const { settings } = find()
    const agentId = await newAgent({ tools: [settings] })
    const chat = await party(agentId)
    await write(chat, '/call find_item {"id": "bell"}')
    await whenAnswered(chat)
    const { phoneNumberId: _, number: fromNumber } = service.ready.numbers[0] ?? {}
    const other = await newAgent({ tools: [settings] })
    for (const each of [other, agentId])
      await api('POST', '/conversations/', { toNumber: chat.customer, fromNumber, agentId: each })
    const next = `Hello again ${chat.customer}`
    await write(chat, next)
    await whenAnswered(chat, 2)
    expect(rolesOf(next)).toEqual(['system', 'user'])
    expect(lastAsked(next)?.system).not.toContain('KB-7731')
  })
})

describe.concurrent('a turn that reaches its limit of steps', () => {
  test('tells the model what is left undone, in one call without tools', async () => {
    const { settings, received } = tool('order', '{"ok":true}')
    const chat = await party(await newAgent({ tools: [settings], stepsPerTurn: 2 }))
    const asks = `order two ${chat.customer}`
    const step = (id: string) => ({ toolCalls: [{ name: 'order', arguments: { id } }] })
    service.model.script(asks, [step('A-1'), step('B-2'), { text: 'A-1 is ordered. B-2 is not.' }])
    await write(chat, asks)
    await whenAnswered(chat)
    expect(received().map(({ json }) => json)).toEqual([{ id: 'A-1' }])
    expect(repliesTo(chat)).toEqual(['A-1 is ordered. B-2 is not.'])
    const last = lastAsked(asks)
    expect(last).toMatchObject({ tools: [], messages: [{ role: 'system' }, { role: 'user' }] })
    expect(last?.system).toMatch(/"id":"A-1"[\s\S]*limit of 2 steps[\s\S]*were not run:[\s\S]*"id":"B-2"/)
    expect(await world.stored(chat, 'conversation')).toMatchObject([{ id: { S: chat.id } }])
  })

  test('needs a person if the model has nothing to say', async () => {
    const { settings } = tool('order', '{"ok":true}')
    const chat = await party(await newAgent({ tools: [settings], stepsPerTurn: 1 }))
    const asks = `order ${chat.customer}`
    const call = '<tool_call>{"name":"order","arguments":{"id":"B-2"}}</tool_call>'
    service.model.script(asks, [{ text: 'I order it.', toolCalls: [{ name: 'order' }] }, { text: call }, { text: '' }])
    await write(chat, asks)
    await whenAnswered(chat)
    expect(repliesTo(chat)).toEqual([])
    expect(await world.stored(chat, 'conversation')).toMatchObject([
      { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'unusable' } } } },
    ])
  })
})
