import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aimAt } from './target.ts'

type Stack = readonly [name: string, outputs: Readonly<Record<string, string>>]

/** Answers of DescribeStacks, one page after the other, as CloudFormation writes them. */
const pages: Stack[][] = []
const server = createServer(async (request, response) => {
  let form = ''
  for await (const chunk of request) form += chunk
  const page = Number(new URLSearchParams(form).get('NextToken') ?? 0)
  const stacks = (pages[page] ?? []).map(
    ([name, outputs]) =>
      `<member><StackName>${name}</StackName><Outputs>${Object.entries(outputs)
        .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
        .join('')}</Outputs></member>`,
  )
  const next = page + 1 < pages.length ? `<NextToken>${page + 1}</NextToken>` : ''
  response.setHeader('Content-Type', 'text/xml')
  response.end(
    `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${stacks.join('')}</Stacks>${next}</DescribeStacksResult></DescribeStacksResponse>`,
  )
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = isAddress(address) ? address.port : 0
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => server.close())
beforeEach(() => void pages.splice(0))

function isAddress(address: ReturnType<typeof server.address>): address is AddressInfo {
  return address !== null && typeof address === 'object'
}

test('a stage is known by the outputs of all its stacks, however many others there are', async () => {
  pages.push(
    [
      ['Messaging-prod-Data', { TableName: 'table-1', KeyArn: 'arn:key' }],
      ['Messaging-production-Data', { TableName: 'table-2' }],
    ],
    [
      ['Other', { RelayDeadQueueUrl: 'https://other' }],
      ['Messaging-prod-Messaging', { DeliveriesQueueUrl: 'https://queue', BedrockModelId: 'amazon.x' }],
    ],
  )
  const { outputs } = await aimAt('prod')
  expect(outputs).toEqual({
    TableName: 'table-1',
    KeyArn: 'arn:key',
    DeliveriesQueueUrl: 'https://queue',
    BedrockModelId: 'amazon.x',
  })
  expect(process.env).toMatchObject({
    STAGE: 'prod',
    TABLE_NAME: 'table-1',
    KEY_ARN: 'arn:key',
    BEDROCK_MODEL_ID: 'amazon.x',
    ALARM_PREFIX: 'Messaging-prod-',
    LOG_LEVEL: 'silent',
  })
})

test('a stage that is not there is told with where it was looked for', async () => {
  pages.push([['Messaging-prod-Data', { TableName: 'table-1' }]])
  await expect(aimAt('staging')).rejects.toThrow(
    'There is no stack Messaging-staging-Data in region eu-central-1 of this account. Check --stage, AWS_REGION and AWS_PROFILE.',
  )
})

test('a data directory in which nothing runs is named, with what to do', async () => {
  vi.stubEnv('DATA_DIR', '/nowhere')
  await expect(aimAt(undefined)).rejects.toThrow(/^Nothing runs on \/nowhere\. Start it with npm start/)
})
