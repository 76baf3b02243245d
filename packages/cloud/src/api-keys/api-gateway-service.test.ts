import { APIGateway, type ApiKey, paginateGetApiKeys } from '@aws-sdk/client-api-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
let usagePlanId: string
let otherPlanId: string
beforeAll(async () => {
  const plan = (Stage: string) => ({
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: { ApiStages: [{ ApiId: 'api', Stage }], Throttle: { RateLimit: 1.5, BurstLimit: 10 } },
  })
  ground = await startGround({
    Plan: plan('v1'),
    SameStage: plan('v1'),
    OtherStage: plan('v2'),
    Declared: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Name: 'declared', Enabled: true } },
    Joined: {
      Type: 'AWS::ApiGateway::UsagePlanKey',
      Properties: { KeyId: { Ref: 'Declared' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } },
    },
  })
  usagePlanId = ground.resource('Plan').physicalId
  otherPlanId = ground.resource('SameStage').physicalId
})
afterAll(() => ground[Symbol.asyncDispose]())

const apiGateway = () => new APIGateway(ground.administrator)
const NOT_FOUND = { name: 'NotFoundException', $metadata: { httpStatusCode: 404 } }
const CONFLICT = { name: 'ConflictException', $metadata: { httpStatusCode: 409 } }

test('stores the given value of a key and returns it on request only', async () => {
  const value = 'k'.repeat(20)
  const created = await apiGateway().createApiKey({ name: 'mine', enabled: true, value })
  expect(created).toMatchObject({ name: 'mine', enabled: true, value })
  expect(created.createdDate).toBeInstanceOf(Date)
  expect(await apiGateway().getApiKey({ apiKey: created.id })).not.toHaveProperty('value')
  expect(await apiGateway().getApiKey({ apiKey: created.id, includeValue: true })).toMatchObject({ value })
  await expect(apiGateway().createApiKey({ name: 'twin', value })).rejects.toMatchObject(CONFLICT)
})

test('creates a key disabled unless it is enabled', async () => {
  const { id, value } = await apiGateway().createApiKey({ name: 'new' })
  expect(value?.length).toBeGreaterThanOrEqual(20)
  expect(await apiGateway().getApiKey({ apiKey: id })).toMatchObject({ enabled: false })
  expect(await apiGateway().createApiKey({ enabled: true })).toMatchObject({ enabled: true })
})

test.each([19, 129])('rejects a value of %i characters', async (length) => {
  await expect(apiGateway().createApiKey({ value: 'v'.repeat(length) })).rejects.toMatchObject({
    name: 'BadRequestException',
  })
})

test('deletes a key and releases its value', async () => {
  const value = 'd'.repeat(30)
  const { id } = await apiGateway().createApiKey({ value })
  await apiGateway().deleteApiKey({ apiKey: id })
  await expect(apiGateway().getApiKey({ apiKey: id })).rejects.toMatchObject(NOT_FOUND)
  await expect(apiGateway().deleteApiKey({ apiKey: id })).rejects.toMatchObject(NOT_FOUND)
  await apiGateway().createApiKey({ value })
})

test('adds a key to one plan per stage and removes it', async () => {
  const { id = '' } = await apiGateway().createApiKey({ name: 'member' })
  const join = (planId: string) =>
    apiGateway().createUsagePlanKey({ usagePlanId: planId, keyId: id, keyType: 'API_KEY' })
  expect(await join(usagePlanId)).toMatchObject({ id, type: 'API_KEY', name: 'member' })
  await expect(join(usagePlanId)).rejects.toMatchObject(CONFLICT)
  await expect(join(otherPlanId)).rejects.toMatchObject(CONFLICT)
  await join(ground.resource('OtherStage').physicalId)
  await apiGateway().deleteUsagePlanKey({ usagePlanId, keyId: id })
  await expect(apiGateway().deleteUsagePlanKey({ usagePlanId, keyId: id })).rejects.toMatchObject(NOT_FOUND)
  await join(otherPlanId)
})

test('lists keys in pages, with their values on request only', async () => {
  const { id = '', value } = await apiGateway().createApiKey({ name: 'listed', tags: { service: 'shop' } })
  const pages = paginateGetApiKeys({ client: apiGateway(), pageSize: 2 }, { includeValues: true })
  const keys: ApiKey[] = []
  for await (const { items = [] } of pages) keys.push(...items)
  expect(keys.length).toBeGreaterThan(2)
  expect(new Set(keys.map((key) => key.id)).size).toBe(keys.length)
  expect(keys.find((key) => key.id === id)).toMatchObject({ value, tags: { service: 'shop' } })
  const { items = [] } = await apiGateway().getApiKeys({ limit: 500 })
  expect(items.every((key) => key.value === undefined)).toBe(true)
})

test('lists the keys of a usage plan', async () => {
  const { id = '' } = await apiGateway().createApiKey({ name: 'planned' })
  await apiGateway().createUsagePlanKey({ usagePlanId, keyId: id, keyType: 'API_KEY' })
  const { items } = await apiGateway().getUsagePlanKeys({ usagePlanId, limit: 500 })
  expect(items).toContainEqual(expect.objectContaining({ id, type: 'API_KEY', name: 'planned' }))
  await expect(apiGateway().getUsagePlanKeys({ usagePlanId: 'none' })).rejects.toMatchObject(NOT_FOUND)
})

test('adds tags to an existing key', async () => {
  const { id } = await apiGateway().createApiKey({ name: 'untagged', tags: { stage: 'old', kept: 'yes' } })
  const resourceArn = `arn:aws:apigateway:eu-central-1::/apikeys/${id}`
  await apiGateway().tagResource({ resourceArn, tags: { stage: 'prod' } })
  expect(await apiGateway().getApiKey({ apiKey: id })).toMatchObject({ tags: { stage: 'prod', kept: 'yes' } })
})

test('returns the usage plan of the template', async () => {
  expect(await apiGateway().getUsagePlan({ usagePlanId })).toMatchObject({
    id: usagePlanId,
    apiStages: [{ apiId: 'api', stage: 'v1' }],
    throttle: { rateLimit: 1.5, burstLimit: 10 },
  })
  await expect(apiGateway().getUsagePlan({ usagePlanId: 'none' })).rejects.toMatchObject(NOT_FOUND)
})

test('creates the keys of the template in their plans', async () => {
  const apiKey = ground.resource('Declared').physicalId
  expect(await apiGateway().getApiKey({ apiKey })).toMatchObject({ name: 'declared', enabled: true })
  const joining = apiGateway().createUsagePlanKey({ usagePlanId, keyId: apiKey, keyType: 'API_KEY' })
  await expect(joining).rejects.toMatchObject(CONFLICT)
})

test('authorizes the control plane by method and path', async () => {
  const Resource = 'arn:aws:apigateway:eu-central-1::/apikeys'
  const maker = new APIGateway(ground.as({ Effect: 'Allow', Action: 'apigateway:POST', Resource }))
  const { id } = await maker.createApiKey({ name: 'made' })
  await expect(maker.deleteApiKey({ apiKey: id })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 403 },
    message: expect.stringContaining(`apigateway:DELETE on resource: ${Resource}/${id}`),
  })
})

const ARN = 'arn:aws:apigateway:eu-central-1::'
const TAGS = { service: 'shop', stage: 'prod' }
const DENIED = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } }

test('allows a grant on tags for keys with these tags only', async () => {
  const tagged = (id: string) => ({ 'aws:ResourceTag/service': 'shop', 'aws:ResourceTag/stage': id })
  const deleting = { Effect: 'Allow', Action: 'apigateway:DELETE', Resource: `${ARN}/apikeys/*` }
  const cleaner = new APIGateway(ground.as({ ...deleting, Condition: { StringEquals: tagged('prod') } }))
  const create = async (tags?: Record<string, string>) => (await apiGateway().createApiKey({ name: 'k', tags })).id
  await cleaner.deleteApiKey({ apiKey: await create(TAGS) })
  const others = [await create(), await create({ ...TAGS, stage: 'staging' }), await create({ stage: 'prod' })]
  for (const apiKey of others) {
    await expect(cleaner.deleteApiKey({ apiKey })).rejects.toMatchObject(DENIED)
    expect(await apiGateway().getApiKey({ apiKey })).toMatchObject({ id: apiKey })
  }
  // A key that does not exist has no tags.
  await expect(cleaner.deleteApiKey({ apiKey: 'none' })).rejects.toMatchObject(DENIED)
})

test('requires permission to tag for creating a key with tags, and checks conditions on the request’s tags', async () => {
  const Condition = { StringEquals: { 'aws:RequestTag/service': 'shop', 'aws:RequestTag/stage': 'prod' } }
  const posting = { Effect: 'Allow', Action: 'apigateway:POST', Resource: `${ARN}/apikeys`, Condition }
  const Resource = `${ARN}/tags/${encodeURIComponent(`${ARN}/apikeys/`)}*`
  const tagging = { Effect: 'Allow', Action: 'apigateway:PUT', Resource, Condition }
  const maker = new APIGateway(ground.as(posting, tagging))
  expect(await maker.createApiKey({ name: 'mine', tags: TAGS })).toMatchObject({ tags: TAGS })
  await expect(maker.createApiKey({ name: 'bare' })).rejects.toMatchObject(DENIED)
  await expect(maker.createApiKey({ name: 'x', tags: { ...TAGS, stage: 'other' } })).rejects.toMatchObject(DENIED)
  const untagging = new APIGateway(ground.as(posting))
  await expect(untagging.createApiKey({ name: 'x', tags: TAGS })).rejects.toMatchObject({
    ...DENIED,
    message: expect.stringContaining(`apigateway:PUT on resource: ${Resource}`),
  })
})
