import { Handling } from '@replywright/contract/dashboard/overview.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { windowWorld } from '../deliveries/window-world.ts'
import { startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

/** One pixel, as a PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  await windowWorld(() => service).connectEarlier()
  // Functions start once before many tests run concurrently.
  const first = await party()
  await write(first, 'Is anybody there?')
  await whenAnswered(first)
})
afterAll(() => service?.stop())

const { api, askedOf, logged, newAgent, nextAsked, nextReply, party, repliesTo, storedMessages, whenAnswered, write } =
  world
const sandboxNumber = () => service.ready.numbers.find(({ sandbox }) => sandbox)

describe.concurrent('an agent', () => {
  test('replies from the number that the customer wrote to, marks the message as read, and counts it', async () => {
    const agentId = await newAgent({ systemPrompt: 'Be kind to parcels.' })
    const chat = await party(agentId)
    const waId = await write(chat, 'Where is my parcel?', { name: 'Alex' })
    const reply = await nextReply(chat)
    expect(reply).toMatchObject({ phoneNumberId: service.ready.numbers[0]?.phoneNumberId, customer: chat.customer })
    expect(reply.text).toContain('“Where is my parcel?”')
    await whenAnswered(chat)
    expect(askedOf('Where is my parcel?')).toHaveLength(1)
    expect(askedOf('Where is my parcel?')[0]?.system).toMatch(/^Be kind to parcels\.[\s\S]*Alex/)
    expect(await storedMessages(chat)).toMatchObject([
      { role: 'user', text: 'Where is my parcel?', waId },
      { role: 'assistant', text: reply.text },
    ])
    const phone = await fetch(`${service.provider.url}/simulator/customers/${chat.customer}/chat`)
    expect(await phone.text()).toMatch(/"read":\s*true/)
    expect((await api('GET', `/agents/${agentId}/`)).body).toMatchObject({ totalMessages: '1', totalSessions: '1' })
    await write(chat, 'And my invoice?')
    await whenAnswered(chat, 2)
    expect((await api('GET', `/agents/${agentId}/`)).body).toMatchObject({ totalMessages: '2', totalSessions: '1' })
    expect(askedOf('And my invoice?')[0]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  test('replies once to ten concurrent messages, after reading all of them', { tags: 'full' }, async () => {
    const chat = await party()
    const [first = '', ...others] = Array.from({ length: 10 }, (_, index) => `burst ${index} ${chat.customer}`)
    // Messages that arrive while the model replies belong to the same turn.
    const arrival = Promise.withResolvers<void>()
    service.model.script(first, [{ until: arrival.promise }])
    await write(chat, first)
    await world.writeTogether(chat, others)
    arrival.resolve()
    await whenAnswered(chat)
    await world.whenIdle()
    expect(repliesTo(chat)).toHaveLength(1)
    const asked = askedOf(first).at(-1)
    expect(asked?.userTexts.toSorted()).toEqual([first, ...others])
  })

  test('replies once to both messages when the second arrives while the model replies', { tags: 'full' }, async () => {
    const chat = await party()
    const first = `first ${chat.customer}`
    const arrival = Promise.withResolvers<void>()
    service.model.script(first, [{ text: 'too early', until: arrival.promise }])
    await write(chat, first)
    await nextAsked(first)
    await write(chat, 'and second')
    arrival.resolve()
    await whenAnswered(chat)
    await world.whenIdle()
    expect(repliesTo(chat)).toEqual([expect.stringContaining('and second')])
    expect(askedOf(first).map(({ userTexts }) => userTexts)).toEqual([[first], [first, 'and second']])
  })

  test('does not answer what a colleague answered while the model replied, if the customer wrote more', {
    tags: 'full',
  }, async () => {
    const chat = await party()
    const first = `first ${chat.customer}`
    const arrival = Promise.withResolvers<void>()
    service.model.script(first, [{ text: 'too early', until: arrival.promise }])
    await write(chat, first)
    await nextAsked(first)
    const demo = await signInToDashboard(service)
    const done = { type: 'text', text: { body: 'done' } }
    expect(await demo.call('POST', `/v1/conversations/${chat.id}/messages/`, done)).toMatchObject({ status: 201 })
    await write(chat, 'and second')
    arrival.resolve()
    await whenAnswered(chat)
    await world.whenIdle()
    expect(repliesTo(chat)).toEqual(['done', expect.stringContaining('said: “and second”')])
    // Reconciliation finds none of them.
    for (const message of await world.stored(chat, 'm#')) expect(message).not.toHaveProperty('out')
  })

  test('replies to a late message, and not again to a message posted twice', async () => {
    const chat = await party()
    const now = Math.floor(Date.now() / 1000)
    const once = { id: `wamid.${chat.customer}`, timestamp: now }
    await write(chat, 'in time', once)
    await whenAnswered(chat)
    await write(chat, 'came late', { timestamp: now - 300 })
    await whenAnswered(chat, 2)
    await write(chat, 'in time', once)
    await write(chat, 'the last', { timestamp: now })
    await whenAnswered(chat, 3)
    expect(repliesTo(chat)).toHaveLength(3)
    expect(repliesTo(chat)[1]).toContain('“came late”')
    expect(repliesTo(chat)[2]).toContain('said: “the last”')
  })

  test('replies to a message that was stored just before the ingress died, and once if it is posted again', async () => {
    const chat = await party()
    const fault = service.cloud.faults.plan({
      function: service.cloud.resource('Ingress', 'AWS::Lambda::Function').physicalId,
      service: 'dynamodb',
      action: 'UpdateItem',
      where: ({ request }) => request.includes('inboundSeq') && request.includes(chat.id),
      nth: 1,
      kind: 'kill-before',
    })
    const timestamp = Math.floor(Date.now() / 1000)
    const message = { from: chat.customer, text: 'only stored', id: `wamid.${chat.customer}`, timestamp }
    expect((await service.provider.sendAsCustomer(message)).status).toBeGreaterThanOrEqual(500)
    expect(fault.fired).toHaveLength(1)
    await whenAnswered(chat)
    await write(chat, message.text, message)
    await world.whenIdle()
    expect(repliesTo(chat)).toEqual([expect.stringContaining('only stored')])
    expect(await storedMessages(chat)).toHaveLength(2)
  })

  test('sends its first message once per session, in one message with the answer, and counts what that saved', async () => {
    const agentId = await newAgent({ firstMessage: 'Welcome!', icebreakers: ['Track', 'Return'] })
    const chat = await party(agentId)
    await write(chat, 'Hello')
    await whenAnswered(chat)
    await write(chat, 'Thanks')
    await whenAnswered(chat, 2)
    const messages = (await storedMessages(chat)).filter(({ role }) => role === 'assistant')
    expect(messages).toMatchObject([
      {
        type: 'buttons',
        text: expect.stringMatching(/^Welcome!\n\n.*Hello/s),
        buttons: [{ text: 'Track' }, { text: 'Return' }],
      },
      { type: 'text', text: expect.stringMatching(/^(?!Welcome).*Thanks/s) },
    ])
    await vi.waitFor(async () => {
      const { body } = await api('GET', '/usage/')
      expect(Object(body).agents).toContainEqual(expect.objectContaining({ agentId, savedMessages: 1 }))
    }, 30_000)
  })

  test('sends its first message apart if its messages are separate', async () => {
    const agentId = await newAgent({
      firstMessage: 'Welcome!',
      icebreakers: ['Track', 'Return'],
      separateMessages: true,
    })
    const chat = await party(agentId)
    await write(chat, 'Hello')
    await whenAnswered(chat)
    await write(chat, 'Thanks')
    await whenAnswered(chat, 2)
    const messages = (await storedMessages(chat)).filter(({ role }) => role === 'assistant')
    expect(messages).toMatchObject([
      { type: 'buttons', text: 'Welcome!', buttons: [{ text: 'Track' }, { text: 'Return' }] },
      { type: 'text', text: expect.stringContaining('Hello') },
      { type: 'text', text: expect.stringContaining('Thanks') },
    ])
    expect(repliesTo(chat)[0]).toContain('Welcome!')
    expect(askedOf('Hello').find(({ system }) => system.includes('Welcome!'))).toBeDefined()
  })

  test('calls its tools once, stores the call, and uses the result in its reply', async () => {
    const path = `/tool-${Date.now()}`
    service.receiver.behave(path, { status: 200, body: '{"status":"on its way"}' })
    const apiSchema = {
      url: `${service.receiver.url}${path}`,
      method: 'POST',
      request_headers: { Authorization: { input: { type: 'value', value: 'Bearer of a secret' } } },
      request_body: { order: { input: { type: 'description', description: 'The order' } } },
    }
    const tools = [{ name: 'track_order', description: 'Tracks an order', apiSchema, creditCost: 3 }]
    const chat = await party(await newAgent({ tools }))
    await write(chat, '/call track_order {"order": "A-1"}')
    expect((await nextReply(chat)).text).toContain('on its way')
    await whenAnswered(chat)
    const calls = service.receiver.received(path)
    expect(calls.map(({ json }) => json)).toEqual([{ order: 'A-1' }])
    expect(calls[0]?.headers).toMatchObject({
      authorization: 'Bearer of a secret',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(JSON.stringify(askedOf('A-1'))).not.toContain('of a secret')
    const steps = JSON.stringify(await world.stored(chat, 'step#'))
    expect(steps).toContain('track_order')
    expect(JSON.stringify(await world.stored(chat, 'result#'))).toContain('on its way')
  })

  test('generates a picture and sends it with its reply', { tags: 'full' }, async () => {
    const imageGenerateTools = [{ name: 'draw', description: 'Draws', prompt: 'In crayon.', creditCost: 0 }]
    const chat = await party(await newAgent({ imageGenerateTools }))
    await write(chat, '/call draw {"description": "a parcel"}')
    await whenAnswered(chat)
    const sent = (await storedMessages(chat)).filter(({ role, type }) => role === 'assistant' && type === 'media')
    expect(sent).toHaveLength(1)
  })

  test('never sends markup, a tool call as text or an empty text, and asks the model a second time instead', async () => {
    const chat = await party()
    const [marked, called] = [`marked ${chat.customer}`, `called ${chat.customer}`]
    service.model.script(marked, [{ text: `<customer_message>${marked}</customer_message> It is here.` }])
    service.model.script(called, [
      { text: '<tool_call>{"name":"track_order","arguments":{}}</tool_call>' },
      { text: 'It is on its way.' },
    ])
    await write(chat, marked)
    await whenAnswered(chat)
    await write(chat, called)
    await whenAnswered(chat, 2)
    expect(repliesTo(chat)).toEqual([`${marked} It is here.`, 'It is on its way.'])
    const notes = askedOf(called).map(({ system }) => system.includes('Your last response was rejected'))
    expect(notes).toEqual([false, true])
    expect(askedOf(marked)[0]?.userTexts).toEqual([marked])
  })

  test('asks for a person, tells the customer, and is silent until handback', async () => {
    const chat = await party()
    const demo = await signInToDashboard(service)
    expect((await demo.call('GET', '/v1/inbox/waiting/mail/')).body).toEqual({
      wantsMail: false,
      wantsLongWaitMail: false,
    })
    await demo.call('PUT', '/v1/inbox/waiting/mail/', { wantsMail: true })
    expect((await demo.call('GET', '/v1/inbox/waiting/mail/')).body).toEqual({
      wantsMail: true,
      wantsLongWaitMail: false,
    })
    const ask = '/call ask_for_human {"reason":"A refund","summary":"It arrived broken."}'
    await write(chat, ask)
    await whenAnswered(chat)
    expect(repliesTo(chat)).toEqual([expect.stringContaining('A colleague will continue the conversation.')])
    const mails = service.cloud.mail.filter(({ subject }) => subject.endsWith(' waits for a person'))
    expect(mails).toEqual([
      expect.objectContaining({
        to: service.ready.email,
        body: expect.stringContaining('Reason, in the words of the agent or the customer: “A refund”'),
      }),
    ])
    await demo.call('PUT', '/v1/inbox/waiting/mail/', { wantsMail: false })
    const handoff = async () => {
      const { body } = await api('GET', `/conversations/${chat.id}/`)
      return v.parse(v.looseObject({ activeSupportHandoff: v.string(), supportHandoffs: v.string() }), body)
    }
    const request = { reason: 'A refund', since: expect.stringMatching(/Z$/), agentId: expect.any(String) }
    const { activeSupportHandoff, supportHandoffs } = await handoff()
    expect(JSON.parse(activeSupportHandoff)).toMatchObject({ ...request, summary: 'It arrived broken.' })
    expect(JSON.parse(supportHandoffs)).toMatchObject([{ ...request, endedAt: null }])
    const handled = async () => v.parse(Handling, (await demo.call('GET', '/v1/handling/')).body).conversations
    expect(await handled()).toContainEqual(
      expect.objectContaining({
        id: chat.id,
        handledBy: 'asked',
        reason: 'A refund',
        failure: null,
        firstAnswerMs: expect.any(Number),
        usd: expect.any(Number),
      }),
    )
    await write(chat, 'Is anybody there?')
    await logged('turn.silent', chat)
    const deliveries = service.receiver.received().filter(({ json }) => Object(json).conversationId === chat.id)
    const needed = deliveries.filter(({ json }) => Object(json).event === 'conversation.human_needed')
    expect(needed.map(({ json }) => json)).toEqual([
      expect.objectContaining({
        message: null,
        reason: 'A refund',
        summary: 'It arrived broken.',
        since: request.since,
      }),
    ])
    await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
    const after = await handoff()
    expect(after.activeSupportHandoff).toBe('')
    expect(JSON.parse(after.supportHandoffs)).toMatchObject([{ ...request, endedAt: expect.stringMatching(/Z$/) }])
    await write(chat, 'And now?')
    await whenAnswered(chat, 2)
    const connect = (agentId: string) =>
      api('POST', '/conversations/', { toNumber: chat.customer, fromNumber: service.ready.numbers[0]?.number, agentId })
    await write(chat, ask)
    await whenAnswered(chat, 3)
    const { agentId } = v.parse(v.object({ agentId: v.string() }), JSON.parse((await handoff()).activeSupportHandoff))
    expect((await connect(agentId)).body).toMatchObject({ activeSupportHandoff: expect.stringContaining('A refund') })
    const other = await newAgent({})
    const connected = v.parse(v.looseObject({ supportHandoffs: v.string() }), (await connect(other)).body)
    expect(connected).toMatchObject({ activeAgent: other, activeSupportHandoff: '' })
    expect(JSON.parse(connected.supportHandoffs)).toMatchObject([request, { endedAt: expect.stringMatching(/Z$/) }])
    const { body: thread } = await demo.call('GET', `/v1/conversations/${chat.id}/thread/`)
    expect(JSON.stringify(thread)).toContain('"agent-connected"')
    await write(chat, 'Hello, other agent')
    await whenAnswered(chat, 4)
    const off = await party(await newAgent({ askForHuman: false }))
    await write(off, ask)
    expect((await nextReply(off)).text).toContain('I have no tool ask_for_human')
  })

  test('shows pictures and PDF files to the model, and describes them to a model that rejects them', async () => {
    const chat = await party()
    const send = (content: object) => service.provider.sendAsCustomer({ from: chat.customer, ...content })
    await send({ image: { base64: PIXEL, mime_type: 'image/png', caption: `photo ${chat.customer}` } })
    await whenAnswered(chat)
    expect(repliesTo(chat).at(-1)).toContain(`[picture of ${Buffer.from(PIXEL, 'base64').length} bytes]`)
    const base64 = Buffer.from('%PDF-1.4').toString('base64')
    await send({ document: { base64, filename: 'a.pdf' } })
    await whenAnswered(chat, 2)
    expect(repliesTo(chat).at(-1)).toContain('[PDF of 8 bytes]')
    const caption = `unseen ${chat.customer}`
    service.model.script(caption, [{ status: 400 }])
    await send({ image: { base64: PIXEL, mime_type: 'image/png', caption } })
    await whenAnswered(chat, 3)
    expect(repliesTo(chat).at(-1)).toContain('A file is not shown to you: you cannot see files')
  })

  test('hears voice messages, and stores what they say', async () => {
    const chat = await party()
    const audio = { base64: Buffer.from('OggS').toString('base64') }
    await service.provider.sendAsCustomer({ from: chat.customer, audio })
    await whenAnswered(chat)
    expect(repliesTo(chat).at(-1)).toContain('[voice message] A voice message of 4 bytes.')
    expect(await storedMessages(chat)).toMatchObject([{ type: 'audio', transcript: 'A voice message of 4 bytes.' }, {}])
    const deaf = await party(await newAgent({ transcribeVoice: false }))
    await service.provider.sendAsCustomer({ from: deaf.customer, audio })
    await whenAnswered(deaf)
    expect(repliesTo(deaf).at(-1)).toContain('the voice message could not be heard')
  })

  test('offers choices as buttons or a list, and receives the chosen one', async () => {
    const chat = await party()
    const offer = (choices: readonly string[]) => `/call offer_choices ${JSON.stringify({ choices })}`
    await write(chat, offer(['Red', 'Blue']))
    await whenAnswered(chat)
    const colours = ['Red', 'Blue', 'Green', 'A yellow with some white']
    const [first = {}] = (await storedMessages(chat)).slice(-1)
    expect(first).toMatchObject({ type: 'buttons', buttons: [{ text: 'Red' }, { text: 'Blue' }] })
    await write(chat, offer(colours))
    await whenAnswered(chat, 2)
    const sent = service.provider.sent.findLast(({ customer }) => customer === chat.customer)
    expect(sent?.message).toMatchObject({
      interactive: { type: 'list', action: { sections: [{ rows: colours.map((title) => ({ id: title, title })) }] } },
    })
    const list_reply = { id: 'Green', title: 'Green' }
    await service.provider.sendAsCustomer({ from: chat.customer, list_reply })
    await whenAnswered(chat, 3)
    expect(repliesTo(chat).at(-1)).toContain('“Green”')
  })

  test('hands over to another agent, which replies at once and from then on', { tags: 'full' }, async () => {
    const childAgentId = await newAgent({ name: 'Returns', systemPrompt: 'I am the child.', firstMessage: 'Not this' })
    const chat = await party(
      await newAgent({ systemPrompt: 'I am the parent.', handoffTools: [{ childAgentId, description: 'returns' }] }),
    )
    await write(chat, `/call hand_off_to_Returns {}\n${chat.customer}`)
    await whenAnswered(chat)
    await write(chat, 'Still there?')
    await whenAnswered(chat, 2)
    expect(askedOf(chat.customer).map(({ system }) => system.split('\n')[0])).toEqual([
      'I am the parent.',
      'I am the child.',
      'I am the child.',
    ])
    expect(repliesTo(chat).join()).not.toContain('Not this')
    expect((await api('GET', `/conversations/${chat.id}/`)).body).toMatchObject({ activeAgent: childAgentId })
    expect((await api('GET', `/agents/${childAgentId}/`)).body).toMatchObject({
      totalMessages: '2',
      totalSessions: '1',
    })
  })

  test('remembers values of its memory keys', { tags: 'full' }, async () => {
    const memoryKeys = [{ key: 'size', type: 'number', initialValue: '', whenToUpdate: 'when they tell it' }]
    const chat = await party(await newAgent({ memoryKeys }))
    await write(chat, '/call update_memory {"size": 42}')
    await whenAnswered(chat)
    await write(chat, `What is my size, ${chat.customer}?`)
    await whenAnswered(chat, 2)
    expect(askedOf(`What is my size, ${chat.customer}?`)[0]?.system).toContain('size: 42')
  })

  test('writes once on a wake-up, unless the customer has written since', { tags: 'full' }, async () => {
    const wakeUpConfigs = [{ description: 'to follow up', forceMessage: false }]
    const agentId = await newAgent({ wakeUpConfigs })
    const chat = await party(agentId)
    await write(chat, 'Remind me')
    await whenAnswered(chat)
    const wakeUp = await world.putWakeUp(chat, agentId, `remember ${chat.customer}`)
    service.model.script(`remember ${chat.customer}`, [{ text: 'Here I am again' }, { text: '[silent]' }])
    await world.sendWakeUp(chat, wakeUp)
    await whenAnswered(chat, 2)
    await world.sendWakeUp(chat, wakeUp)
    await world.sendWakeUp(chat, await world.putWakeUp(chat, agentId, `again remember ${chat.customer}`))
    await whenAnswered(chat, 3)
    const stale = await world.putWakeUp(chat, agentId, 'too late')
    await write(chat, 'I am back')
    await whenAnswered(chat, 4)
    await world.sendWakeUp(chat, stale)
    await logged('turn.silent', chat)
    expect(repliesTo(chat)).toEqual([expect.any(String), 'Here I am again', expect.stringContaining('I am back')])
    // It is deleted after the log line.
    await vi.waitFor(async () => expect(await world.stored(chat, 'fired-wakeup')).toEqual([]), 30_000)
  })

  test('is asked again on a wake-up that forces a message, if it says nothing', { tags: 'full' }, async () => {
    const agentId = await newAgent({ wakeUpConfigs: [{ description: 'to remind', forceMessage: true }] })
    const chat = await party(agentId)
    await write(chat, 'Remind me')
    await whenAnswered(chat)
    const note = `remember ${chat.customer}`
    service.model.script(note, [{ text: '[silent]' }, { text: 'Here I am again' }])
    await world.sendWakeUp(chat, await world.putWakeUp(chat, agentId, note))
    await whenAnswered(chat, 2)
    expect(repliesTo(chat)).toEqual([expect.any(String), 'Here I am again'])
    expect(askedOf(note).map(({ system }) => system.includes('Your last response was rejected'))).toEqual([false, true])
  })

  test('schedules no wake-up at a time when it cannot write to the customer', async () => {
    const wakeUpConfigs = [{ description: 'to follow up', forceMessage: true }]
    const chat = await party(await newAgent({ wakeUpConfigs }))
    await write(chat, '/call schedule_wake_up {"when": "1500", "reason": "tomorrow"}')
    await whenAnswered(chat)
    expect(repliesTo(chat)).toEqual([expect.stringContaining('you can write to this customer only until ')])
    expect(askedOf('tomorrow')[0]?.system).toMatch(/Wake-ups can be scheduled until \d{4}-/)
    expect(await world.stored(chat, 'wakeup#')).toEqual([])
    await write(chat, '/call schedule_wake_up {"when": "60", "reason": "in an hour"}')
    await whenAnswered(chat, 2)
    expect(await world.stored(chat, 'wakeup#')).toHaveLength(1)
  })

  test('is silent during a takeover, and later knows the messages of that time', { tags: 'full' }, async () => {
    const chat = await party()
    await api('POST', `/conversations/${chat.id}/takeover/`, { durationMinutes: 5 })
    await write(chat, 'Is a person there?')
    await logged('turn.silent', chat)
    await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
    await write(chat, `Still there ${chat.customer}?`)
    await whenAnswered(chat)
    expect(repliesTo(chat)).toEqual([expect.stringContaining(`Still there ${chat.customer}?`)])
    const [asked] = askedOf(`Still there ${chat.customer}?`)
    expect(asked?.messages.map(({ content }) => content)).toContainEqual(expect.stringContaining('Is a person there?'))
  })

  test('sends nothing if a takeover starts while the model replies', { tags: 'full' }, async () => {
    const chat = await party()
    const text = `think ${chat.customer}`
    const takeover = Promise.withResolvers<void>()
    service.model.script(text, [{ text: 'nobody reads this', until: takeover.promise }])
    await write(chat, text)
    await nextAsked(text)
    await api('POST', `/conversations/${chat.id}/takeover/`, { durationMinutes: 5 })
    takeover.resolve()
    await logged('turn.silent', chat)
    expect(repliesTo(chat)).toEqual([])
  })

  test('replies on the sandbox number without sending anything to the provider', { tags: 'full' }, async () => {
    const sandbox = sandboxNumber()
    const chat = await party(await newAgent({}), sandbox?.number)
    await world.writeTogether(chat, ['Try me'], sandbox?.phoneNumberId)
    await whenAnswered(chat)
    expect(await storedMessages(chat)).toMatchObject([
      { role: 'user', text: 'Try me' },
      { role: 'assistant', text: expect.stringContaining('“Try me”'), status: 'sent' },
    ])
    expect(repliesTo(chat)).toEqual([])
  })
})
test('a turn costs the same however long the conversation is', { tags: 'full' }, async () => {
  const chat = await party()
  const costs = async (text: string, times: number) => {
    await world.whenIdle()
    const before = world.usage()
    await write(chat, text)
    await whenAnswered(chat, times)
    const { readUnits = 0, writeUnits = 0 } = world.usage() ?? {}
    return { read: readUnits - (before?.readUnits ?? 0), written: writeUnits - (before?.writeUnits ?? 0) }
  }
  await costs('warm up', 1)
  const short = await costs('short', 2)
  await world.lengthen(chat, 500)
  const long = await costs('long', 3)
  expect(long.read).toBeLessThan(short.read + 15)
  expect(askedOf('long').at(-1)?.messages).toHaveLength(1 + 40)
  expect(askedOf('long').at(-1)?.system).toContain('left out')
})
