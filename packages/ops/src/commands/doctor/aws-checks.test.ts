import { createServer, type IncomingMessage } from 'node:http'
import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProviderClient, DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { concurrencyCheck, ingressCheck } from './checks/concurrency.ts'
import { mappingsCheck } from './checks/mappings.ts'
import { mailCheck } from './checks/services.ts'
import { stacksCheck } from './checks/stacks.ts'
import { runChecks } from './examine.ts'

/** Response bodies of Lambda and Amazon SES by path, or an error code. */
const replies = new Map<string, object | string>()
const signedFor: string[] = []
const server = createServer((request: IncomingMessage, response) => {
  signedFor.push(/Credential=[^,]*\/([a-z]+)\/aws4_request/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const reply = replies.get(request.url ?? '') ?? 'ResourceNotFoundException'
  const isError = typeof reply === 'string'
  const type = isError ? { 'x-amzn-errortype': `${reply}:http://internal.amazon.com/` } : {}
  response.writeHead(isError ? 403 : 200, { 'content-type': 'application/json', ...type })
  response.end(JSON.stringify(isError ? { message: 'User: x is not authorized' } : reply))
})
const cloudFormation = mockClient(CloudFormationClient)
const cognito = mockClient(CognitoIdentityProviderClient)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => server.close())
beforeEach(() => {
  replies.clear()
  cloudFormation.reset()
  cognito.reset()
  cognito
    .on(DescribeUserPoolCommand)
    .resolves({ UserPool: { EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' } } })
})

const QUEUE = 'https://sqs.eu-central-1.amazonaws.com/000000000000/Messaging-prod-Turns.fifo'
const outputs = { TableName: 'Items', TurnsQueueUrl: QUEUE, UserPoolId: 'eu-central-1_x' }
const look = (check: typeof mailCheck, more: Record<string, string> = {}) =>
  runChecks([check], { stage: 'prod', outputs: { ...outputs, ...more }, now: 0 }, 10_000)

const ACCOUNT = '/2016-08-19/account-settings/'
const MAPPINGS = '/2015-03-31/event-source-mappings/'
const limit = (ConcurrentExecutions: number, UnreservedConcurrentExecutions = ConcurrentExecutions) => ({
  AccountLimit: {
    TotalCodeSize: 1,
    CodeSizeZipped: 1,
    CodeSizeUnzipped: 1,
    ConcurrentExecutions,
    UnreservedConcurrentExecutions,
  },
  AccountUsage: { TotalCodeSize: 0, FunctionCount: 0 },
})
const mapping = (EventSourceArn: string, more: object = {}) => ({
  UUID: 'u',
  EventSourceArn,
  FunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:x',
  State: 'Enabled',
  ...more,
})
const STREAM = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Items/stream/2026-01-01T00:00:00.000'
const readBy = (logicalId: string) => ({
  FunctionArn: `arn:aws:lambda:eu-central-1:000000000000:function:Messaging-prod-Messaging-${logicalId}-Xy12`,
})
const RELAY = mapping(STREAM, readBy('RelayFunctionB1C2'))
const COUNTER = mapping(STREAM, readBy('CounterFunctionB1C2'))
const TURNS = mapping('arn:aws:sqs:eu-central-1:000000000000:Messaging-prod-Turns.fifo', {
  ScalingConfig: { MaximumConcurrency: 20 },
})
const OTHER = mapping('arn:aws:sqs:eu-central-1:000000000000:Other', { ScalingConfig: { MaximumConcurrency: 900 } })

test('reports a quota that is too small for the workers of the output or of the mappings', async () => {
  replies.set(ACCOUNT, limit(10)).set(MAPPINGS, { EventSourceMappings: [RELAY, OTHER], NextMarker: 'm/1' })
  replies.set(`${MAPPINGS}?Marker=m%2F1`, { EventSourceMappings: [TURNS], NextMarker: null })
  const tells = (workers: number) => expect.stringContaining(`workers may use ${workers} of the account's 10`)
  expect(await look(concurrencyCheck)).toMatchObject([{ state: 'fails', tells: tells(20) }])
  const WorkerConcurrency = '{"accountConcurrency":1000,"ingressReservedConcurrency":0,"deliver":50,"answer":20}'
  expect(await look(concurrencyCheck, { WorkerConcurrency })).toMatchObject([{ state: 'fails', tells: tells(70) }])
  replies.set(ACCOUNT, limit(1000))
  expect(await look(concurrencyCheck, { WorkerConcurrency })).toMatchObject([{ state: 'ok' }])
  expect(new Set(signedFor)).toEqual(new Set(['lambda']))
})

test('selects the mappings of the deployment from those of the account', async () => {
  replies.set(MAPPINGS, { EventSourceMappings: [OTHER, RELAY, COUNTER, TURNS] })
  expect(await look(mappingsCheck)).toMatchObject([{ state: 'ok', tells: expect.stringContaining('3 mappings') }])
  replies.set(MAPPINGS, { EventSourceMappings: [OTHER, { ...RELAY, State: 'Disabled' }] })
  expect(await look(mappingsCheck)).toMatchObject([
    { state: 'fails', tells: expect.stringContaining('the relay is not running') },
    { state: 'fails', tells: 'the counter of statistics has no event source mapping' },
    { state: 'fails', tells: 'turns has no event source mapping' },
  ])
})

test('reads the reserved concurrency of the ingress function', async () => {
  cloudFormation.on(ListStackResourcesCommand, { StackName: 'Messaging-prod-Messaging' }).resolves({
    StackResourceSummaries: ['IngressUrl', 'IngressB1C2'].map((LogicalResourceId) => ({
      LogicalResourceId,
      ResourceType: LogicalResourceId.endsWith('Url') ? 'AWS::Lambda::Url' : 'AWS::Lambda::Function',
      PhysicalResourceId: `Messaging-${LogicalResourceId}`,
      LastUpdatedTimestamp: undefined,
      ResourceStatus: 'CREATE_COMPLETE',
    })),
  })
  replies.set(ACCOUNT, limit(1000)).set('/2019-09-30/functions/Messaging-IngressB1C2/concurrency', {})
  expect(await look(ingressCheck)).toMatchObject([{ state: 'warning' }])
  replies.set('/2019-09-30/functions/Messaging-IngressB1C2/concurrency', { ReservedConcurrentExecutions: 200 })
  expect(await look(ingressCheck)).toMatchObject([{ state: 'ok', tells: expect.stringContaining('200') }])
})

test('reports the mail limits of Cognito and of the Amazon SES sandbox', async () => {
  replies.set('/v2/email/account', {
    ProductionAccessEnabled: false,
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
  })
  expect(await look(mailCheck)).toMatchObject([{ state: 'fails', tells: expect.stringContaining('sandbox') }])
  cognito.on(DescribeUserPoolCommand).resolves({
    UserPool: { EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' } },
  })
  expect(await look(mailCheck)).toMatchObject([{ state: 'warning', tells: expect.stringContaining('50 per day') }])
})

test('returns unknown with the name of a missing permission', async () => {
  replies.set('/v2/email/account', 'AccessDeniedException').set(ACCOUNT, 'AccessDeniedException')
  expect(await look(mailCheck)).toMatchObject([{ state: 'unknown', remedy: expect.stringContaining('ses:GetAccount') }])
  // Without this output it also reads mappings, whose error could arrive first.
  expect(await look(concurrencyCheck, { WorkerConcurrency: '{}' })).toMatchObject([
    { state: 'unknown', remedy: expect.stringContaining('lambda:GetAccountSettings') },
  ])
})

test('reads all pages of stacks', async () => {
  const stack = (part: string) => ({
    StackName: `Messaging-prod-${part}`,
    StackStatus: 'CREATE_COMPLETE' as const,
    EnableTerminationProtection: true,
    CreationTime: new Date(0),
  })
  cloudFormation
    .on(DescribeStacksCommand)
    .resolvesOnce({ Stacks: [stack('Data'), stack('Api')], NextToken: 'n' })
    .resolvesOnce({ Stacks: [stack('Messaging'), stack('Dashboard')] })
  expect(await look(stacksCheck)).toMatchObject([{ state: 'fails', tells: 'missing: Monitoring, Operators' }])
})
