// @module-tag long
// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import type { Reply } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentWorld, type Party } from '../agents/agent-world.ts'
import { windowWorld } from '../deliveries/window-world.ts'
import { startTestService } from '../support/service.ts'
import { type ProviderCall, type StubProvider, startStubProvider } from '../support/stub-provider.ts'

const Sent = v.pipe(v.string(), v.parseJson(), v.object({ to: v.string(), text: v.object({ body: v.string() }) }))
const UNAVAILABLE: Reply = { status: 503, body: '<html>Service Unavailable</html>' }
const REVOKED: Reply = { status: 401, body: { error: { code: 190, type: 'OAuthException', message: 'Revoked' } } }
const INTERNAL: Reply = { status: 500, body: { error: { code: 131000, message: 'Something went wrong' } } }

let provider: StubProvider
let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  provider = await startStubProvider()
  service = await startTestService({ agentAnswers: true, log: world.log, PROVIDER_BASE_URL: provider.url })
  await windowWorld(() => service).connectEarlier()
})
afterAll(async () => {
  await service?.stop()
  await provider?.stop()
})

/** Returns the recipient of a message that the provider is to send, or undefined for every other call. */
function recipientOf({ body }: ProviderCall): string | undefined {
  const parsed = v.safeParse(Sent, body.toString())
  return parsed.success ? parsed.output.to : undefined
}

const sendsTo = ({ customer }: Party) => provider.calls.filter((call) => recipientOf(call) === customer)

/**
 * Sets the provider's responses: each message gets the next of `replies`, then success; other calls get `otherwise`.
 */
function respond(replies: readonly Reply[], otherwise: () => Reply = () => ({ status: 200, body: {} })): void {
  const left = [...replies]
  provider.respond((call) => {
    if (recipientOf(call) === undefined) return otherwise()
    return left.shift() ?? { status: 200, body: { messages: [{ id: `wamid.${provider.calls.length}` }] } }
  })
}

async function ask(): Promise<Party> {
  const chat = await world.party()
  await world.write(chat, `Are you there, ${chat.customer}?`)
  return chat
}

async function isGivenUp(chat: Party): Promise<void> {
  await world.logged('turn.given_up', chat)
  await world.whenDead(1)
  expect(await world.stored(chat, 'conversation')).toMatchObject([
    { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'provider' } } } },
  ])
  expect(await world.stored(chat, 'turn#')).toMatchObject([{ status: { S: 'given-up' } }])
}

/** Redrives the turn, and expects `times` sends in total and one request to the model. */
async function isSentByRedrive(chat: Party, times: number): Promise<void> {
  provider.respond(() => ({ status: 200, body: { messages: [{ id: `wamid.${chat.id}` }] } }))
  await world.redrive()
  await world.logged('turn.answered', chat)
  await world.whenDead(0)
  await world.whenIdle()
  expect(sendsTo(chat)).toHaveLength(times)
  expect(world.askedOf(chat.customer)).toHaveLength(1)
  expect(await world.stored(chat, 'conversation')).not.toMatchObject([{ humanNeededSince: expect.anything() }])
}

test('a revoked token flags the conversation for a person, and a redrive sends the reply', async () => {
  respond(Array(4).fill(REVOKED))
  const chat = await ask()
  await isGivenUp(chat)
  expect(sendsTo(chat)).toHaveLength(4)
  await isSentByRedrive(chat, 5)
})

test('a provider that is down gets the message once, then a person is needed', async () => {
  respond(Array(9).fill(UNAVAILABLE), () => UNAVAILABLE)
  const chat = await ask()
  await isGivenUp(chat)
  expect(sendsTo(chat)).toHaveLength(1)
  await isSentByRedrive(chat, 2)
})

test('a provider that confirms nothing gets the message twice, then a person is needed', async () => {
  respond(Array(9).fill(UNAVAILABLE))
  const chat = await ask()
  await isGivenUp(chat)
  expect(sendsTo(chat)).toHaveLength(2)
  await isSentByRedrive(chat, 3)
})

test.each([
  ['rejected requests with an internal error', [INTERNAL, INTERNAL]],
  ['was unavailable', [UNAVAILABLE]],
])('a provider that %s and then recovers sends the reply once, and no person is needed', async (_, replies) => {
  let probes = 0
  respond(replies, () => (probes++ < 2 ? UNAVAILABLE : { status: 200, body: {} }))
  const chat = await ask()
  await world.logged('turn.answered', chat)
  await world.whenIdle()
  expect(sendsTo(chat)).toHaveLength(replies.length + 1)
  await world.whenDead(0)
  expect(await world.stored(chat, 'conversation')).not.toMatchObject([{ humanNeededSince: expect.anything() }])
})
