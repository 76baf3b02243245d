import { join } from 'node:path'
import { APIGateway } from '@aws-sdk/client-api-gateway'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Cloud, startCloud } from './cloud.ts'
import type { ObservedCall } from './front-door/front-door.ts'
import type { Json } from './resource.ts'
import { functionResources, type TestTemplate, writeAssembly } from './testing/assembly.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const allow = (Action: Json, Resource: Json, more = {}) => ({ Effect: 'Allow', Action, Resource, ...more })

/** Encrypts the body and stores it. The table's stream triggers the next step. */
const API = `
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { KMS } from '@aws-sdk/client-kms'
const dynamodb = new DynamoDB({})
const kms = new KMS({})
export const handler = async ({ body, requestContext }) => {
  const { pk, purpose = 'note', forbidden } = JSON.parse(body)
  if (forbidden) await dynamodb.deleteItem({ TableName: process.env.TABLE_NAME, Key: { pk: { S: pk } } })
  const { CiphertextBlob } = await kms.encrypt({ KeyId: process.env.KEY_ARN, Plaintext: Buffer.from(pk), EncryptionContext: { purpose } })
  await dynamodb.putItem({ TableName: process.env.TABLE_NAME, Item: { pk: { S: pk }, sealed: { B: CiphertextBlob } } })
  return { statusCode: 201, body: JSON.stringify({ pk, keyId: requestContext.identity?.apiKeyId ?? null, hook: process.env.HOOK_URL ?? null }) }
}`

/** Copies inserted items to the queue. */
const RELAY = `
import { SQS } from '@aws-sdk/client-sqs'
const sqs = new SQS({})
export const handler = async ({ Records }) => {
  for (const { dynamodb } of Records) await sqs.sendMessage({ QueueUrl: process.env.QUEUE_URL, MessageBody: dynamodb.NewImage.pk.S })
}`

/** Records each message; a message named poison always fails. */
const WORKER = `
import { DynamoDB } from '@aws-sdk/client-dynamodb'
const dynamodb = new DynamoDB({})
export const handler = async ({ Records }) => {
  for (const { body } of Records) {
    if (body === 'poison') throw new Error('poison')
    await dynamodb.updateItem({ TableName: process.env.TABLE_NAME, Key: { pk: { S: body } }, UpdateExpression: 'SET done = :true', ExpressionAttributeValues: { ':true': { BOOL: true } } })
  }
}`

const TEMPLATE: TestTemplate = {
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    },
    Dead: { Type: 'AWS::SQS::Queue' },
    Work: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        // Longer than a worker takes to start on a busy machine. Otherwise a slow start would create a dead letter.
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 1 },
      },
    },
    Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: {} } },
    ...functionResources('Api', {
      hash: 'api',
      environment: {
        TABLE_NAME: { Ref: 'Table' },
        KEY_ARN: arnOf('Key'),
        HOOK_URL: { 'Fn::GetAtt': ['Hook', 'FunctionUrl'] },
      },
      statements: [
        allow('dynamodb:PutItem', arnOf('Table')),
        allow('kms:Encrypt', arnOf('Key'), {
          Condition: { StringEquals: { 'kms:EncryptionContext:purpose': 'note' } },
        }),
      ],
    }),
    ...functionResources('Hooked', {
      hash: 'api',
      environment: { TABLE_NAME: { Ref: 'Table' }, KEY_ARN: arnOf('Key') },
      statements: [allow('dynamodb:PutItem', arnOf('Table')), allow('kms:*', '*')],
    }),
    ...functionResources('Relay', {
      hash: 'relay',
      environment: { QUEUE_URL: { Ref: 'Work' } },
      statements: [
        allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], {
          'Fn::GetAtt': ['Table', 'StreamArn'],
        }),
        allow('dynamodb:ListStreams', '*'),
        allow('sqs:SendMessage', arnOf('Work')),
      ],
    }),
    ...functionResources('Worker', {
      hash: 'worker',
      environment: { TABLE_NAME: { Ref: 'Table' } },
      statements: [
        allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], arnOf('Work')),
        allow('dynamodb:UpdateItem', arnOf('Table')),
      ],
    }),
    FromStream: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
        FunctionName: { Ref: 'Relay' },
        StartingPosition: 'TRIM_HORIZON',
        FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ eventName: ['INSERT'] }) }] },
      },
    },
    FromQueue: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: arnOf('Work'), FunctionName: { Ref: 'Worker' } },
    },
    Hook: {
      Type: 'AWS::Lambda::Url',
      Properties: { AuthType: 'NONE', TargetFunctionArn: arnOf('Hooked') },
    },
    HookInvokePermission: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: arnOf('Hooked'),
        Principal: '*',
        InvokedViaFunctionUrl: true,
      },
    },
    HookPermission: {
      Type: 'AWS::Lambda::Permission',
      Properties: { Action: 'lambda:InvokeFunctionUrl', FunctionName: arnOf('Hooked'), Principal: '*' },
    },
    RestApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api' } },
    ...restMethod('Notes', 'Api'),
    ...restMethod('Unpermitted', 'Hooked'),
    ApiPermission: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: arnOf('Api'),
        Principal: 'apigateway.amazonaws.com',
        SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${RestApi}/*' },
      },
    },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'RestApi' } } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: { Ref: 'RestApi' }, DeploymentId: { Ref: 'Deployment' }, StageName: 'prod' },
    },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: { ApiStages: [{ ApiId: { Ref: 'RestApi' }, Stage: { Ref: 'Stage' } }] },
    },
  },
  Outputs: {
    BaseUrl: {
      Value: { 'Fn::Sub': 'https://${RestApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${Stage}/' },
    },
  },
}

function restMethod(name: string, fn: string): { readonly [logicalId: string]: Json } {
  const uri = `arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${fn}.Arn}/invocations`
  return {
    [`${name}Resource`]: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: {
        RestApiId: { Ref: 'RestApi' },
        ParentId: { 'Fn::GetAtt': ['RestApi', 'RootResourceId'] },
        PathPart: name.toLowerCase(),
      },
    },
    [`${name}Method`]: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: { Ref: 'RestApi' },
        ResourceId: { Ref: `${name}Resource` },
        HttpMethod: 'POST',
        AuthorizationType: 'NONE',
        ApiKeyRequired: true,
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': uri } },
      },
    },
  }
}

const FUNCTIONS = { api: API, relay: RELAY, worker: WORKER }
const directory = temporaryDirectory()
const assembly = join(directory.path, 'cdk.out')
const dataDir = join(directory.path, 'data')
const apiKeyValue = 'test-key-of-some-length'
const LOAD = { transactionHoldMs: 1, indexLagMs: 1 }

let cloud: Cloud
let calls: ObservedCall[]
const start = async () => {
  calls = []
  cloud = await startCloud({ assembly, dataDir, dynamodbLoad: LOAD, observe: (call) => calls.push(call) })
}
beforeAll(async () => {
  writeAssembly(assembly, TEMPLATE, FUNCTIONS)
  await start()
  const { id } = await client(APIGateway).createApiKey({ name: 'client', enabled: true, value: apiKeyValue })
  const usagePlanId = cloud.resource('Plan').physicalId
  await client(APIGateway).createUsagePlanKey({ usagePlanId, keyId: id, keyType: 'API_KEY' })
})
afterAll(async () => {
  await cloud.stop()
  directory[Symbol.dispose]()
})

/** Returns a client with the administrator's credentials. */
function client<Client>(
  Client: new (configuration: { endpoint: string; region: string; credentials: Cloud['administrator'] }) => Client,
): Client {
  return new Client({ endpoint: cloud.endpointUrl, region: cloud.environment.region, credentials: cloud.administrator })
}

async function post(path: string, body: Json, key = apiKeyValue) {
  const url = new URL(path, cloud.restApiUrl(cloud.resource('RestApi')))
  const response = await fetch(url, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

async function item(pk: string) {
  const TableName = cloud.resource('Table').physicalId
  const { Item } = await client(DynamoDB).getItem({ TableName, Key: { pk: { S: pk } }, ConsistentRead: true })
  return Item
}

const processed = (pk: string) =>
  vi.waitFor(async () => expect(await item(pk)).toMatchObject({ done: { BOOL: true } }), { timeout: 30_000 })

test('passes a request through API, table, stream, queue and back to the table', async () => {
  const { status, body } = await post('/notes', { pk: 'one' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ pk: 'one', keyId: expect.any(String) })
  await processed('one')
})

test('gives a function the real URL of another function', async () => {
  const { body } = await post('/notes', { pk: 'url' })
  expect(body).toMatchObject({ hook: cloud.functionUrl(cloud.resource('Hook', 'AWS::Lambda::Url')) })
})

test('calls the function of a function URL', async () => {
  const response = await fetch(cloud.functionUrl(cloud.resource('Hook', 'AWS::Lambda::Url')), {
    method: 'POST',
    body: JSON.stringify({ pk: 'two' }),
  })
  expect(response.status).toBe(201)
  await processed('two')
})

test('returns the API’s local address as the output', () => {
  expect(cloud.outputs).toEqual({ Test: { BaseUrl: `${cloud.restApiUrl(cloud.resource('RestApi'))}/` } })
})

test('rejects an unknown key', async () => {
  expect(await post('/notes', { pk: 'x' }, 'x'.repeat(20))).toEqual({ status: 403, body: { message: 'Forbidden' } })
})

test('fails for an API without permission to invoke its function', async () => {
  expect(await post('/unpermitted', { pk: 'x' })).toMatchObject({ status: 500 })
  expect(await item('x')).toBeUndefined()
})

describe('a call that no policy allows', () => {
  test('is rejected for a function', async () => {
    const { payload, functionError } = await cloud.invoke(cloud.resource('Api', 'AWS::Lambda::Function').physicalId, {
      body: JSON.stringify({ pk: 'three', forbidden: true }),
      requestContext: {},
    })
    expect(functionError).toBe('Unhandled')
    expect(payload).toMatchObject({
      errorType: 'AccessDeniedException',
      errorMessage: expect.stringContaining(
        'assumed-role/Test-ApiRole/Test-Api is not authorized to perform: dynamodb:DeleteItem',
      ),
    })
    expect(calls).toContainEqual({
      principal: 'arn:aws:sts::000000000000:assumed-role/Test-ApiRole/Test-Api',
      function: 'Test-Api',
      service: 'dynamodb',
      action: 'DeleteItem',
      resources: [cloud.resource('Table').arn],
      allowed: false,
    })
  })

  test('is rejected within a purpose', async () => {
    const { payload } = await cloud.invoke('Test-Api', {
      body: JSON.stringify({ pk: 'four', purpose: 'other' }),
      requestContext: {},
    })
    expect(payload).toMatchObject({
      errorType: 'AccessDeniedException',
      errorMessage: expect.stringContaining('kms:Encrypt'),
    })
  })

  test('is rejected at startup for an event source mapping', async () => {
    using scratch = temporaryDirectory()
    const poor = functionResources('Worker', { hash: 'worker', statements: [allow('sqs:ReceiveMessage', '*')] })
    writeAssembly(join(scratch.path, 'cdk.out'), { Resources: { ...TEMPLATE.Resources, ...poor } }, FUNCTIONS)
    const starting = startCloud({ assembly: join(scratch.path, 'cdk.out'), dataDir: join(scratch.path, 'data') })
    await expect(starting).rejects.toThrow('the role of function Test-Worker may not sqs:DeleteMessage')
  })
})

test('moves a message that keeps failing to the dead-letter queue', async () => {
  // The worker has started.
  const work = { QueueUrl: cloud.resource('Work').physicalId }
  await client(SQS).setQueueAttributes({ ...work, Attributes: { VisibilityTimeout: '1' } })
  await post('/notes', { pk: 'poison' })
  const QueueUrl = cloud.resource('Dead').physicalId
  await vi.waitFor(
    async () => {
      const { Messages } = await client(SQS).receiveMessage({ QueueUrl, WaitTimeSeconds: 1 })
      expect(Messages).toMatchObject([{ Body: 'poison' }])
    },
    { timeout: 30_000 },
  )
  await client(SQS).setQueueAttributes({ ...work, Attributes: { VisibilityTimeout: '30' } })
})

test('applies the options for DynamoDB under load', async () => {
  expect(cloud.dynamodbLoad.settings).toEqual(LOAD)
  const { TableNames } = await client(DynamoDB).listTables()
  expect(TableNames).toContain(`${cloud.resource('Table').physicalId}.index-lag`)
})

test('restores everything after a restart', async () => {
  await post('/notes', { pk: 'kept' })
  await processed('kept')
  const before = await item('kept')
  await cloud.stop()
  await start()
  expect(await item('kept')).toEqual(before)
  expect(await post('/notes', { pk: 'after' })).toMatchObject({ status: 201 })
  await processed('after')
})

test('locks the data directory for one cloud', async () => {
  await expect(startCloud({ assembly, dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
})
