import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientConfiguration, Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
beforeAll(async () => {
  const queue = { Type: 'AWS::SQS::Queue', Properties: {} }
  const mapping = (source: string, more: object = {}) => ({
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { FunctionName: 'worker', EventSourceArn: { 'Fn::GetAtt': [source, 'Arn'] }, BatchSize: 10, ...more },
  })
  const fn = (more: object) => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs24.x', ...more } })
  ground = await startGround({
    First: queue,
    Second: queue,
    Busy: mapping('First', { ScalingConfig: { MaximumConcurrency: 5 } }),
    Off: mapping('Second', { Enabled: false }),
    Reserved: fn({ ReservedConcurrentExecutions: 7 }),
    Free: fn({}),
  })
})
afterAll(() => ground[Symbol.asyncDispose]())

const PATH = '/2015-03-31/event-source-mappings/'

async function get(path: string, { endpoint, region, credentials }: ClientConfiguration = ground.administrator) {
  const scope = `${credentials.accessKeyId}/20260101/${region}/lambda/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
  const token = credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }
  const response = await fetch(`${endpoint}${path}`, { headers: { authorization, ...token } })
  return { status: response.status, code: response.headers.get('x-amzn-errortype'), body: await response.json() }
}

test('lists mappings with their state and maximum, all or by source', async () => {
  const busy = {
    UUID: ground.resource('Busy').physicalId,
    EventSourceArn: ground.resource('First').arn,
    FunctionArn: expect.stringMatching(/:function:worker$/),
    BatchSize: 10,
    State: 'Enabled',
    ScalingConfig: { MaximumConcurrency: 5 },
  }
  const { body } = await get(PATH)
  expect(body).toEqual({ EventSourceMappings: [busy, expect.objectContaining({ State: 'Disabled' })] })
  const source = encodeURIComponent(ground.resource('First').arn)
  expect((await get(`${PATH}?EventSourceArn=${source}`)).body).toEqual({ EventSourceMappings: [busy] })
})

test('shows the concurrency of a function, and that of the account', async () => {
  const concurrencyOf = (name: string) => get(`/2019-09-30/functions/${name}/concurrency`)
  const name = (logicalId: string) => ground.resource(logicalId).physicalId
  expect((await concurrencyOf(name('Reserved'))).body).toEqual({ ReservedConcurrentExecutions: 7 })
  expect((await concurrencyOf(name('Free'))).body).toEqual({})
  expect(await concurrencyOf('missing')).toMatchObject({ status: 404, code: 'ResourceNotFoundException' })
  expect((await get('/2016-08-19/account-settings/')).body).toMatchObject({
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 993 },
  })
})

test('rejects calls without permission and unsupported calls', async () => {
  const reader = ground.as({ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: '*' })
  expect(await get(PATH, reader)).toMatchObject({ status: 403, code: 'AccessDeniedException' })
  expect(await get('/2015-03-31/functions/')).toMatchObject({ status: 404, code: 'ResourceNotFoundException' })
})
