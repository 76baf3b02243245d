// @module-tag full
import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

/** Makes several concurrent calls, repeatedly until one is refused, at most `rounds` times. Returns all responses. */
async function callUntilRefused<Answer extends { readonly status: number }>(
  rounds: number,
  call: () => Promise<Answer>,
  atOnce = 60,
): Promise<Answer[]> {
  const responses: Answer[] = []
  for (let round = 0; round < rounds && !responses.some(({ status }) => status === 429); round++)
    responses.push(...(await Promise.all(Array.from({ length: atOnce }, call))))
  return responses
}

test('a key has a burst of 100 requests and 100 per minute; other keys are not affected', async () => {
  const { baseUrl, apiKey, otherOrganization } = service.ready
  const get = (key: string) => callApi(baseUrl, key, 'GET', '/conversations/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/')
  const began = performance.now()
  const responses = await Promise.all(Array.from({ length: 150 }, () => get(apiKey)))
  const meanwhile = ((performance.now() - began) / 60_000) * 100
  const refused = responses.filter(({ status }) => status === 429)
  const passed = responses.filter(({ status }) => status === 404)
  expect(passed.length + refused.length).toBe(150)
  expect(passed.length).toBeGreaterThanOrEqual(100)
  expect(passed.length).toBeLessThanOrEqual(100 + Math.ceil(meanwhile))
  expect(refused[0]?.body).toEqual({ error: expect.any(String), retry_after: 60 })
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  expect(await get(otherOrganization.apiKey)).toMatchObject({ status: 404 })
})

// API Gateway limits named methods only. HEAD belongs to `ANY`, which the limit of the stage covers.
test('HEAD of a page without a key affects neither GET nor requests with a key', async () => {
  const { baseUrl, otherOrganization } = service.ready
  await Promise.all(Array.from({ length: 300 }, () => fetch(`${baseUrl}/link/return/`, { method: 'HEAD' })))
  expect((await fetch(`${baseUrl}/link/return/`)).status).not.toBe(429)
  expect(await callApi(baseUrl, otherOrganization.apiKey, 'GET', '/agents/')).toMatchObject({ status: 200 })
})

/** Sets the number of requests that a subject has made in this minute and the next. */
async function setRequests(count: number, userId = derivedId('demo user', 'Demo')): Promise<void> {
  const client = clientOf(DynamoDBClient, service.cloud)
  const minute = Math.floor(Date.now() / 60_000)
  for (const each of [minute, minute + 1])
    await DynamoDBDocumentClient.from(client).send(
      new UpdateCommand({
        TableName: outputOf(service.cloud, 'TableName'),
        Key: { pk: `requests#${userId}#${each}`, sk: 'requests' },
        UpdateExpression: 'SET #count = :count',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count },
      }),
    )
}

const Triggers = v.looseObject({ outboundTriggers: v.tuple([v.looseObject({ url: v.string() })]) })

test('an organisation can call its triggers 600 times per minute, and affects no other organisation', async () => {
  const { baseUrl, otherOrganization } = service.ready
  const secret = 'a secret of its own'
  const agent = { name: 'Ada', outboundTriggers: [{ secret, templateId: randomUUID(), templateName: 'none' }] }
  const hostile = await callApi(baseUrl, otherOrganization.apiKey, 'POST', '/agents/', agent)
  const quiet = await (await signInToDashboard(service)).call('POST', '/v1/agents/', agent)
  const fire = ({ body }: { readonly body: unknown }, sent = secret) =>
    fetch(v.parse(Triggers, body).outboundTriggers[0].url, {
      method: 'POST',
      headers: { 'X-Trigger-Secret': sent, 'Content-Type': 'application/json' },
      body: '{}',
    })
  expect((await fire(hostile)).status).toBe(400)
  await setRequests(600, `triggers#${derivedId('demo organization', 'Other')}`)
  const refused = await fire(hostile)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: expect.any(String), retry_after: expect.any(Number) })
  expect((await fire(hostile)).status).toBe(429)
  expect((await fire(hostile, 'not the secret')).status, 'with a wrong secret').toBe(401)
  expect((await fire(quiet)).status).toBe(400)
})

test('a dashboard user has 600 requests per minute, and other callers are not affected', async () => {
  const session = await signInToDashboard(service)
  const create = () => session.call('POST', '/v1/agents/', { name: 'Ada' })
  await setRequests(598)
  expect(await create()).toMatchObject({ status: 201 })
  await setRequests(600)
  const refused = await create()
  expect(refused).toMatchObject({ status: 429, body: { error: expect.any(String), retry_after: expect.any(Number) } })
  expect(refused.headers.get('retry-after')).toBe(String(Object(refused.body).retry_after))
  expect(Object(refused.body).retry_after).toBeLessThanOrEqual(60)
  // One read in ten is counted, so at least one in 180.
  const reads = await callUntilRefused(9, () => session.call('GET', '/v1/agents/?limit=1'), 20)
  expect(reads.map(({ status }) => status)).toContain(429)
  const { baseUrl, apiKey } = service.ready
  expect(await callApi(baseUrl, apiKey, 'GET', '/agents/')).toMatchObject({ status: 200 })
})

test('429 | rate limit exceeded; body {error, retry_after}', async () => {
  const { baseUrl, apiKey } = service.ready
  const path = '/agents/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/'
  const responses = await callUntilRefused(10, () => callApi(baseUrl, apiKey, 'GET', path))
  const refused = responses.find(({ status }) => status === 429)
  expect(refused?.body).toEqual({ error: expect.any(String), retry_after: 60 })
  expect(refused?.headers.get('retry-after')).toBe('60')
})
