// @module-tag full
import { APIGateway, type ApiKey, paginateGetApiKeys } from '@aws-sdk/client-api-gateway'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { typeOps } from '../operations/run-ops.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, startTestService } from '../support/service.ts'

const TAGS = { service: 'messaging', stage: 'local' }
const Created = v.looseObject({ id: v.string(), value: v.string() })
const Attached = v.object({
  dryRun: v.boolean(),
  counts: v.record(v.string(), v.number()),
  keys: v.array(v.object({ id: v.string(), organizationId: v.string(), result: v.string() })),
})
const Cleaned = v.object({
  deleted: v.boolean(),
  keys: v.array(v.object({ id: v.string(), name: v.optional(v.string()) })),
})

let service: Service
let demo: DashboardSession
let gateway: APIGateway
let dynamodb: DynamoDB

beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
  gateway = clientOf(APIGateway, service.cloud)
  dynamodb = clientOf(DynamoDB, service.cloud)
})
afterAll(() => service?.stop())

const output = (name: string) => outputOf(service.cloud, name)
const statusOf = async (apiKey: string) => (await callApi(service.ready.baseUrl, apiKey, 'GET', '/agents/')).status
const attach = async (flags: readonly string[] = [], input?: string) =>
  v.parse(Attached, JSON.parse(await typeOps(service, ['api-keys', 'attach', ...flags, '--json'], {}, input)))
const clean = async (...flags: string[]) =>
  v.parse(Cleaned, JSON.parse(await typeOps(service, ['api-keys', 'clean', ...flags, '--json'])))

async function createKey(name: string) {
  return v.parse(Created, (await demo.call('POST', '/v1/api-keys/', { name })).body)
}

async function gatewayKeys(includeValues = false): Promise<ApiKey[]> {
  const keys: ApiKey[] = []
  for await (const { items = [] } of paginateGetApiKeys({ client: gateway }, { includeValues })) keys.push(...items)
  return keys
}

const find = async (apiKey: string) => (await gatewayKeys()).find(({ id }) => id === apiKey)
const row = async (id: string) =>
  (await dynamodb.getItem({ TableName: output('TableName'), Key: { pk: { S: `k#${id}` }, sk: { S: 'apiKey' } } })).Item

/** Returns the output of `aws apigateway get-api-keys --include-values`. */
const listing = async () => JSON.stringify({ items: await gatewayKeys(true) })

test('a key has the tags of its stage, and a key without them is revoked but not deleted', async () => {
  const [mine, before] = [await createKey('tagged'), await createKey('from before')]
  expect(await find(mine.id)).toMatchObject({ tags: TAGS })
  const { name, value } = await gateway.getApiKey({ apiKey: before.id, includeValue: true })
  await gateway.deleteApiKey({ apiKey: before.id })
  const { id: untagged = '' } = await gateway.createApiKey({ name, value, enabled: true })
  const { pk: _, ...kept } = (await row(before.id)) ?? {}
  await dynamodb.deleteItem({
    TableName: output('TableName'),
    Key: { pk: { S: `k#${before.id}` }, sk: { S: 'apiKey' } },
  })
  const Item = { ...kept, pk: { S: `k#${untagged}` }, gatewayKeyId: { S: untagged }, gsi1sk: { S: untagged } }
  await dynamodb.putItem({ TableName: output('TableName'), Item: { ...Item, listedAs: { S: untagged } } })

  for (const id of [mine.id, untagged])
    expect(await demo.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 204 })
  expect(await find(mine.id)).toBeUndefined()
  expect(await find(untagged)).toMatchObject({ id: untagged })
  expect(await row(untagged)).toMatchObject({ status: { S: 'revoked' } })
  await gateway.deleteApiKey({ apiKey: untagged })
})

describe('api-keys attach', () => {
  test('attaches all keys to the usage plan, and is idempotent', async () => {
    const usagePlanId = output('UsagePlanId')
    const { value } = await createKey('attached')
    expect(await statusOf(value)).toBe(200)
    for (const key of await gatewayKeys())
      await gateway.deleteUsagePlanKey({ usagePlanId, keyId: key.id }).catch(() => {})
    expect([401, 403]).toContain(await statusOf(value))

    const dry = await attach(['--dry-run'])
    expect(dry.counts.attached).toBeGreaterThan(3)
    expect([401, 403]).toContain(await statusOf(value))

    expect((await attach()).counts).toEqual(dry.counts)
    expect(await statusOf(value)).toBe(200)
    expect(await statusOf(service.ready.otherOrganization.apiKey)).toBe(200)
    expect((await attach()).counts).toEqual({ 'already attached': dry.counts.attached })
  })

  test('reports keys that are missing in API Gateway, and creates them again from their values', async () => {
    const { id, value } = await createKey('moved')
    const values = await listing()
    await gateway.deleteApiKey({ apiKey: id })
    expect([401, 403]).toContain(await statusOf(value))
    const lacking = await attach()
    expect(lacking.keys).toContainEqual(expect.objectContaining({ id, result: 'missing' }))
    expect(await typeOps(service, ['api-keys', 'attach'])).toContain('missing')
    expect((await attach(['--values', '--dry-run'], values)).counts.created).toBe(1)
    expect(await row(id)).toBeDefined()

    expect((await attach(['--values'], values)).counts).toMatchObject({ created: 1 })
    expect(await statusOf(value)).toBe(200)
    expect(await row(id)).toBeUndefined()
    const listed = await demo.call('GET', '/v1/api-keys/')
    expect(JSON.stringify(listed.body)).not.toContain(id)
    expect(listed.body).toContainEqual(expect.objectContaining({ name: 'moved', status: 'active' }))
    expect((await attach(['--values'], values)).counts.created).toBeUndefined()
  })

  test('completes an interrupted creation, and adds missing tags to a key', async () => {
    const { id, value } = await createKey('cut off')
    await gateway.deleteApiKey({ apiKey: id })
    const { id: moved = '' } = await gateway.createApiKey({ name: 'cut off', value, enabled: true })
    const values = JSON.stringify({ items: [{ value }] })
    expect((await attach(['--values'], values)).counts).toMatchObject({ created: 1 })
    expect(await row(moved)).toMatchObject({ status: { S: 'active' } })
    expect(await find(moved)).toMatchObject({ tags: TAGS })
    expect(await statusOf(value)).toBe(200)
    expect(await demo.call('DELETE', `/v1/api-keys/${moved}/`)).toMatchObject({ status: 204 })
    expect(await find(moved)).toBeUndefined()
  })

  test('does not change keys of another stage', async () => {
    const { id } = await createKey('shared')
    const resourceArn = `arn:aws:apigateway:eu-central-1::/apikeys/${id}`
    await gateway.tagResource({ resourceArn, tags: { stage: 'other' } })
    const { keys } = await attach()
    expect(keys).toContainEqual(expect.objectContaining({ id, result: 'refused' }))
    expect(await find(id)).toMatchObject({ tags: { stage: 'other' } })
    await gateway.tagResource({ resourceArn, tags: TAGS })
  })

  test('rejects input without key values', async () => {
    await expect(attach(['--values'], '{"items":[{"id":"x"}]}')).rejects.toMatchObject({
      stderr: expect.stringContaining('get-api-keys --include-values'),
    })
  })
})

describe('api-keys clean', () => {
  test('lists the keys without a row, and deletes them only with --delete', async () => {
    const { id: lost = '' } = await gateway.createApiKey({ name: 'lost', tags: TAGS })
    const { id: foreign = '' } = await gateway.createApiKey({ name: 'foreign' })
    // The row of a new key may not be written yet.
    expect((await clean()).keys).toEqual([])
    const found = { deleted: false, keys: [{ id: lost, name: 'lost' }] }
    expect(await clean('--older-than', '0s')).toEqual(found)
    expect(await find(lost)).toBeDefined()
    expect(await clean('--older-than', '0s', '--delete', '--yes')).toEqual({ ...found, deleted: true })
    expect(await find(lost)).toBeUndefined()
    expect(await find(foreign)).toBeDefined()
    expect((await clean('--older-than', '0s')).keys).toEqual([])
  })

  test('deletes every key of the stage, and no other, with --all', async () => {
    const { id: foreign = '' } = await gateway.createApiKey({ name: 'of another team' })
    const { keys, deleted } = await clean('--all')
    expect(deleted).toBe(false)
    expect(keys.length).toBeGreaterThan(4)
    expect(await statusOf(service.ready.apiKey)).toBe(200)
    await expect(clean('--all', '--delete')).rejects.toMatchObject({ stderr: expect.stringContaining('--yes') })
    expect(await clean('--all', '--delete', '--yes')).toEqual({ deleted: true, keys })
    expect([401, 403]).toContain(await statusOf(service.ready.apiKey))
    expect((await gatewayKeys()).map(({ id }) => id)).toContain(foreign)
    expect((await clean('--all')).keys).toEqual([])
  })
})
