// @module-tag full
import { randomUUID } from 'node:crypto'
import { failUnexpectedly } from '@replywright/core/answering/turns/fail-turn.ts'
import { findTurn } from '@replywright/core/answering/turns/turn-entity.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats } from '../support/chats.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const NOW = Date.now()

let service: Service
beforeAll(async () => {
  service = await startTestService()
  actAsAdministrator(service)
})
afterAll(() => service?.stop())

test('an unexpected error is retried seven times, then a person is needed; a redrive has one attempt', async () => {
  const { newConversation } = chats(() => service)
  const conversationId = await newConversation(freshCustomer())
  const key = { organizationId: derivedId('demo organization', 'Demo'), conversationId, id: randomUUID() }
  const fail = async () => {
    const fate = await failUnexpectedly(key, new Error('unexpected'), NOW)
    return fate.kind === 'keep' ? fate.visibilitySeconds : undefined
  }
  for (const seconds of [2, 10, 30, 60, 60, 60, 60]) expect(await fail()).toBe(seconds)
  expect(await findTurn(key)).toMatchObject({ status: 'open', tries: 7 })
  expect(await fail()).toBe(0)
  expect(await findTurn(key)).toMatchObject({ status: 'given-up', failedAt: NOW })
  expect(await fail()).toBe(0)
})
