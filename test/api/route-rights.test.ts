import { randomUUID } from 'node:crypto'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { dashboardEndpoints } from '@messaging/contract/dashboard/endpoints.ts'
import { type Endpoint, NO_BODY } from '@messaging/contract/endpoint.ts'
import { endpoints } from '@messaging/contract/endpoints.ts'
import { deadLetterQueues } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { callEndpoint } from './matrix-call.ts'
import { createWorld, type World } from './matrix-world.ts'

const WAIT = { timeout: 60_000, interval: 200 }
const Key = v.looseObject({ id: v.string(), value: v.string() })
const Me = v.looseObject({ user: v.looseObject({ id: v.string() }) })
/** One read in ten is counted: this many reads in a row without a count are practically impossible. */
const MOST_READS = 300

let service: Service
let world: World
let demo: DashboardSession
let dynamodb: DynamoDB
let sqs: SQSClient
/** A new key of the other organisation, which no function has cached. */
let apiKey: string
let keyRow: { pk: { S: string }; sk: { S: string } }
let organizationId: string
let userId: string

beforeAll(async () => {
  service = await startTestService()
  world = await createWorld(service)
  demo = await signInToDashboard(service)
  dynamodb = clientOf(DynamoDB, service.cloud)
  sqs = clientOf(SQSClient, service.cloud)
  const other = await signInToDashboard(service, service.otherUser)
  const created = v.parse(Key, (await other.call('POST', '/v1/api-keys/', { name: 'unknown' })).body)
  apiKey = created.value
  keyRow = { pk: { S: `k#${created.id}` }, sk: { S: 'apiKey' } }
  organizationId = (await item(keyRow))?.organizationId?.S ?? ''
  userId = v.parse(Me, (await demo.call('GET', '/v1/me/')).body).user.id
})
afterAll(() => service?.stop())

const tableName = () => outputOf(service.cloud, 'TableName')
const item = async (Key: { pk: { S: string }; sk: { S: string } }) =>
  (await dynamodb.getItem({ TableName: tableName(), Key, ConsistentRead: true })).Item

describe('every route of the API', () => {
  const guarded = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access !== 'public')

  test.each(guarded)(
    '%s records the use of an API key, and a POST its Idempotency-Key',
    async (_, endpoint: Endpoint) => {
      await dynamodb.updateItem({ TableName: tableName(), Key: keyRow, UpdateExpression: 'REMOVE lastUsedAt' })
      const key = randomUUID()
      const { status } = await callEndpoint(endpoint, {
        url: world.urlWith(endpoint, randomUUID()),
        apiKey,
        body: endpoint.body === NO_BODY ? undefined : world.bodies(endpoint)[0],
        ...(endpoint.method === 'POST' && { headers: { 'Idempotency-Key': key } }),
      })
      expect(status).toBeLessThan(500)
      expect(await item(keyRow)).toHaveProperty('lastUsedAt')
      const noted = await item({ pk: { S: `idempotency#${organizationId}#${key}` }, sk: { S: 'idempotency' } })
      expect(noted !== undefined).toBe(endpoint.method === 'POST')
    },
  )
})

describe('every route of the dashboard', () => {
  /** It ends the session of these tests, and is called by `test/dashboard/profile.test.ts`. */
  const ENDING = 'profile/sign-out-everywhere'
  const routes = Object.entries<Endpoint>(dashboardEndpoints).filter(([name]) => name !== ENDING)

  /** Returns the number of the user's requests counted in this minute and the last. */
  async function counted(): Promise<number> {
    const minute = Math.floor(Date.now() / 60_000)
    const rows = [minute - 1, minute].map((each) =>
      item({ pk: { S: `requests#${userId}#${each}` }, sk: { S: 'requests' } }),
    )
    return (await Promise.all(rows)).reduce((sum, row) => sum + Number(row?.count?.N ?? 0), 0)
  }

  test.each(routes)('%s counts requests, and a POST records its Idempotency-Key', async (_, endpoint: Endpoint) => {
    const path = endpoint.path.replace('/dashboard-api', '').replaceAll(/\{\w+\}/g, () => randomUUID())
    const body = ['POST', 'PATCH'].includes(endpoint.method)
      ? { name: 'x', since: '2020-01-01T00:00:00Z', text: 'x', count: 1 }
      : undefined
    for (let calls = 0; ; calls++) {
      const before = await counted()
      const key = randomUUID()
      const headers = endpoint.method === 'POST' ? { 'Idempotency-Key': key } : undefined
      expect((await demo.call(endpoint.method, path, body, headers)).status).toBeLessThan(500)
      if ((await counted()) > before) break
      expect(calls).toBeLessThan(MOST_READS)
    }
  })
})

describe('operators', () => {
  test('can list, redrive and purge the messages of every dead-letter queue', async () => {
    for (const { name, url } of deadLetterQueues(Object.assign({}, ...Object.values(service.cloud.outputs)))) {
      const place = `/v1/operations/queues/${name}`
      const letters = async () => Object((await demo.call('GET', `${place}/messages/`)).body).messages
      for (const letter of ['first', 'second', 'third'])
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: url,
            MessageBody: JSON.stringify({ letter }),
            ...(url.endsWith('.fifo') && { MessageGroupId: letter, MessageDeduplicationId: randomUUID() }),
          }),
        )
      await vi.waitFor(async () => expect([name, (await letters()).length]).toEqual([name, 3]), WAIT)
      const [{ messageId }, { messageId: next }] = await letters()
      expect(await demo.call('POST', `${place}/purge/`, { messageId })).toMatchObject({ body: { purged: 1 } })
      expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ status: 200, body: { status: 'none' } })
      const redriven = await demo.call('POST', `${place}/redrive/`, { messageId: next })
      if (name === 'relay' || name === 'schedules') {
        expect([name, redriven.status]).toEqual([name, 409])
        continue
      }
      expect([name, redriven.body]).toEqual([name, { moved: 1 }])
      expect(await demo.call('POST', `${place}/redrive/`)).toMatchObject({ status: 200, body: { moved: null } })
      await vi.waitFor(
        async () => expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ body: { status: 'done' } }),
        WAIT,
      )
    }
  })
})
