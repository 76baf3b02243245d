import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aimAt, exportCredentials } from './target.ts'

const cloudFormation = mockClient(CloudFormationClient)
beforeEach(() => cloudFormation.reset())

const stack = (name: string, outputs: Readonly<Record<string, string>>): Stack => ({
  StackName: name,
  StackStatus: 'CREATE_COMPLETE',
  CreationTime: new Date(0),
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
})

test('reads the outputs of all stacks of a stage, on all pages', async () => {
  cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [
      stack('Messaging-prod-Data', { TableName: 'table-1', KeyArn: 'arn:key' }),
      stack('Messaging-production-Data', { TableName: 'table-2' }),
      stack('Messaging-prod-eu-Data', { TableName: 'table-3' }),
    ],
    NextToken: 'next',
  })
  cloudFormation.on(DescribeStacksCommand, { NextToken: 'next' }).resolves({
    Stacks: [
      stack('Other', { RelayDeadQueueUrl: 'https://other' }),
      stack('Messaging-prod-Messaging', { DeliveriesQueueUrl: 'https://queue', BedrockModelId: 'amazon.x' }),
    ],
  })
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

test('rejects an unknown stage with the region', async () => {
  cloudFormation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [stack('Messaging-prod-Data', { TableName: 'table-1' })] })
  await expect(aimAt('staging')).rejects.toThrow(
    'There is no stack Messaging-staging-Data in region eu-central-1 of this account. Check --stage, AWS_REGION and AWS_PROFILE.',
  )
})

test('rejects a data directory without a running service', async () => {
  vi.stubEnv('DATA_DIR', '/nowhere')
  await expect(aimAt(undefined)).rejects.toThrow(/^No service is running on \/nowhere\. Start it with npm start/)
})

test('exports the credentials of a profile without the token of others', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'replywright-'))
  const file = join(directory, 'credentials')
  await writeFile(file, '[operator]\naws_access_key_id = AKIAPROFILE\naws_secret_access_key = secret\n')
  const environment = {
    AWS_PROFILE: 'operator',
    AWS_SHARED_CREDENTIALS_FILE: file,
    AWS_CONFIG_FILE: join(directory, 'config'),
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'ASIAOTHER',
    AWS_SECRET_ACCESS_KEY: 'other',
    AWS_SESSION_TOKEN: 'token of other credentials',
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(directory, { recursive: true })
  })
  await exportCredentials()
  expect(process.env).toMatchObject({ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIAPROFILE' })
  expect(process.env.AWS_SESSION_TOKEN).toBeUndefined()
})
