// @module-tag long
// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import type { Party } from './agent-world.ts'
import { proofWorld } from './proof-world.ts'

let service: Service
const world = proofWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ log: world.log, agentAnswers: true })
  await world.listen()
})
afterAll(async () => {
  world.close()
  await service?.stop()
})

const AT_ONCE = 10

/** What differs in a conversation. */
type Planted =
  | 'nothing'
  | 'swapped'
  | 'called once'
  | 'refused'
  | 'cancel lost'
  | 'no person'
  | 'find_order added'
  | 'words'
  | 'arguments'

/** Fifty conversations: what the customer writes, and what differs when the draft answers. */
const CONVERSATIONS: readonly { readonly planted: Planted; readonly texts: readonly string[] }[] = [
  ...Array.from({ length: 6 }, (_, n) => ({
    planted: 'cancel lost' as const,
    texts: [`/call cancel {"order":"C-${n}"}`, 'thanks'],
  })),
  ...Array.from({ length: 5 }, (_, n) => ({
    planted: 'no person' as const,
    texts: ['hello', `/call ask_for_human {"reason":"r","summary":"S-${n}"}`],
  })),
  ...Array.from({ length: 4 }, (_, n) => ({ planted: 'find_order added' as const, texts: [`added-${n}-`] })),
  ...Array.from({ length: 3 }, (_, n) => ({ planted: 'words' as const, texts: ['hello', `words-${n}-`] })),
  ...Array.from({ length: 2 }, (_, n) => ({ planted: 'arguments' as const, texts: [`arguments-${n}-`] })),
  ...Array.from({ length: 15 }, (_, n) => ({
    planted: 'nothing' as const,
    texts: [`/call find_order {"order":"A-${n}"}`, 'and then?'],
  })),
  ...Array.from({ length: 2 }, (_, n) => ({ planted: 'swapped' as const, texts: [`swapped-${n}-`] })),
  ...Array.from({ length: 2 }, (_, n) => ({ planted: 'called once' as const, texts: [`twice-${n}-`, 'thanks'] })),
  { planted: 'refused' as const, texts: ['refused-'] },
  ...Array.from({ length: 10 }, (_, n) => ({
    planted: 'nothing' as const,
    texts: [`question ${n}`, `/call update_memory {"frame":${n}}`],
  })),
]

/** Returns what a proof must report of a conversation. */
function differenceOf(planted: Planted, texts: readonly string[]): object {
  const [first = '', second = ''] = texts.map((text) => /\{.*/.exec(text)?.[0] ?? '')
  const none = { changed: true, added: [], lost: [], handedOver: { then: false, now: false } }
  const of: Readonly<Record<Planted, object>> = {
    nothing: { changed: false, turns: [false, false] },
    swapped: { changed: false, turns: [false] },
    'called once': { turns: [false, false], lost: ['find_order {"order":"T-1"}'] },
    refused: { turns: [true] },
    'cancel lost': { turns: [true, false], lost: [`cancel ${first}`] },
    'no person': {
      turns: [false, true],
      lost: [`ask_for_human ${second}`],
      handedOver: { then: true, now: false },
    },
    'find_order added': { turns: [false], added: ['find_order {"order":"Z-9"}'] },
    words: { turns: [false, true] },
    arguments: { turns: [false], added: ['find_order {"order":"A-2"}'], lost: ['find_order {"order":"A-1"}'] },
  }
  return { ...none, ...of[planted] }
}

/** Scripts what the model says then, and now: the first steps are used by the real turn, the others by the replay. */
function script(): void {
  const find = (order: string) => ({ toolCalls: [{ name: 'find_order', arguments: { order } }] })
  const calls = (...orders: readonly string[]) => ({ toolCalls: orders.flatMap((order) => find(order).toolCalls) })
  for (let n = 0; n < 2; n++) {
    const [there, back] = [calls('S-1', 'S-2'), calls('S-2', 'S-1')]
    service.model.script(`swapped-${n}-`, [there, { text: 'Both.' }, back, { text: 'Both. ' }])
    const [twice, once] = [calls('T-1', 'T-1'), calls('T-1')]
    service.model.script(`twice-${n}-`, [twice, { text: 'Found.' }, once, { text: 'Found.' }])
  }
  service.model.script('refused-', [{ text: 'Fine.' }, { status: 400 }])
  for (let n = 0; n < 4; n++)
    service.model.script(`added-${n}-`, [{ text: 'It is here.' }, find('Z-9'), { text: 'It is here.' }])
  for (let n = 0; n < 3; n++) service.model.script(`words-${n}-`, [{ text: 'Yes.' }, { text: 'No.' }])
  for (let n = 0; n < 2; n++)
    service.model.script(`arguments-${n}-`, [find('A-1'), { text: 'Found.' }, find('A-2'), { text: 'Found.' }])
}

test('of fifty conversations exactly those with a planted change differ, and no request leaves', async () => {
  expect(CONVERSATIONS).toHaveLength(50)
  const since = new Date(Date.now() - 1000).toISOString()
  const agentId = await world.newShop({ firstMessage: '' })
  script()
  const parties: Party[] = []
  for (let start = 0; start < CONVERSATIONS.length; start += AT_ONCE)
    parties.push(
      ...(await Promise.all(
        CONVERSATIONS.slice(start, start + AT_ONCE).map(({ texts }) => world.converse(agentId, texts)),
      )),
    )
  await world.api('PUT', `/agents/${agentId}/draft/`, { askForHuman: false, tools: [world.tool('find_order', 'GET')] })
  const ids = parties.map(({ id }) => id)
  const before = await world.doors(ids)
  const proof = await world.prove(agentId, { kind: 'replay', since, tools: 'recorded', parallel: 5 })
  expect(await world.doors(ids)).toEqual(before)
  expect(proof).toMatchObject({ state: 'done', total: 50, finished: 50 })

  const found = proof.conversations.map(({ conversationId, changed, turns, calls, handedOver }) => {
    const names = (list: typeof calls.added) => list.map(({ name, arguments: args }) => `${name} ${args}`)
    return [
      conversationId,
      {
        changed,
        turns: turns.map((turn) => turn.changed),
        added: names(calls.added),
        lost: names(calls.lost),
        handedOver,
      },
    ]
  })
  const expected = CONVERSATIONS.map(({ planted, texts }, index) => [ids[index], differenceOf(planted, texts)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(proof.totals).toMatchObject({
    changed: { count: 23, of: 50 },
    calls: { added: { find_order: 6 }, lost: { ask_for_human: 5, cancel: 6, find_order: 4 } },
    handedOver: { then: { count: 5 }, now: { count: 0 } },
  })
})
