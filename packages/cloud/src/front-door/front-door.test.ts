import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reservePort } from '../engines/free-port.ts'
import { dynamodbService } from './dynamodb.ts'
import { createForward } from './forward.ts'
import { type FrontDoor, listenAtFrontDoor } from './front-door.ts'
import { administrator, createPrincipals } from './principals.ts'

const environment = { region: 'eu-central-1', accountId: '000000000000' }
const principals = createPrincipals()
const credentials = principals.issue(administrator(environment.accountId))

let frontDoor: FrontDoor
beforeEach(async () => {
  frontDoor = await listenAtFrontDoor({ principals })
})
afterEach(() => frontDoor.stop())

const dynamodb = () =>
  new DynamoDB({ endpoint: frontDoor.endpointUrl, region: environment.region, credentials, maxAttempts: 1 })

const signedFor = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/eu-central-1/${service}/aws4_request`,
})

test('returns an error of the service for each call to an engine that is down', async () => {
  const { port, release } = await reservePort()
  await release()
  const { forward, close } = createForward(`http://127.0.0.1:${port}`)
  frontDoor.open({ dynamodb: dynamodbService({ environment, forward, streams: new Map() }) })
  for (const table of ['one', 'two']) {
    await expect(dynamodb().scan({ TableName: table })).rejects.toMatchObject({
      name: 'InternalServerError',
      $metadata: { httpStatusCode: 500 },
    })
  }
  close()
})

test('returns 503 before it opens', async () => {
  await expect(dynamodb().listTables()).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } })
})

test('names an unsupported service', async () => {
  frontDoor.open({})
  const response = await fetch(frontDoor.endpointUrl, { method: 'POST', headers: signedFor('polly') })
  expect(response.status).toBe(501)
  expect(await response.json()).toEqual({ message: 'The service polly is not supported' })
})

test('rejects a call without a signature', async () => {
  frontDoor.open({})
  const headers = { 'x-amz-target': 'DynamoDB_20120810.ListTables' }
  const response = await fetch(frontDoor.endpointUrl, { method: 'POST', headers })
  expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException')
})
