import { readFile } from 'node:fs/promises'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { isOfStage } from '@replywright/contract/alarms.ts'
import * as v from 'valibot'

const Texts = v.record(v.string(), v.string())
const Local = v.object({ environment: Texts, outputs: Texts })

/** Outputs of the stacks that core needs, and the environment variable of each. The output `Environment` has further variables. */
const VARIABLES = {
  TableName: 'TABLE_NAME',
  BaseUrl: 'PUBLIC_BASE_URL',
  BucketName: 'BUCKET_NAME',
  KeyArn: 'KEY_ARN',
  UsagePlanId: 'USAGE_PLAN_ID',
  UserPoolId: 'USER_POOL_ID',
  MessageDays: 'MESSAGE_DAYS',
  DeliveryDays: 'DELIVERY_DAYS',
  BedrockModelId: 'BEDROCK_MODEL_ID',
  TranscribeLanguages: 'TRANSCRIBE_LANGUAGES',
} as const

/** Disables core's log lines, which would mix with the results of commands. */
const QUIET = { LOG_LEVEL: 'silent' } as const

export interface Target {
  /** Name for error messages. */
  readonly name: string
  /** Whether it is the embedded cloud. */
  readonly local: boolean
  /** Outputs of all its stacks. */
  readonly outputs: Readonly<Record<string, string>>
}

/**
 * Configures core for the stacks of a stage on AWS, with the default AWS credentials and region. Without a stage, configures core
 * for the local service of `npm start`, found in its data directory. Call it before any use of core.
 * @throws Error if no local service is running, or if `needsStacks` and the stage has no stacks
 */
export async function aimAt(stage: string | undefined, needsStacks = true): Promise<Target> {
  if (stage === undefined) {
    const dataDir = process.env.DATA_DIR || '.local'
    const { environment, outputs } = await readLocal(dataDir)
    Object.assign(process.env, QUIET, environment)
    return { name: `The service of ${dataDir}`, local: true, outputs }
  }
  const outputs = await readStacks(stage, needsStacks)
  const known = Object.entries(VARIABLES).flatMap(([output, variable]) =>
    outputs[output] ? [[variable, outputs[output]]] : [],
  )
  const given = v.parse(Texts, JSON.parse(outputs.Environment ?? '{}'))
  const always = { STAGE: stage, ALARM_PREFIX: `Messaging-${stage}-` }
  Object.assign(process.env, QUIET, always, given, Object.fromEntries(known))
  return { name: `stage ${stage}`, local: false, outputs }
}

async function readLocal(dataDir: string): Promise<v.InferOutput<typeof Local>> {
  try {
    return v.parse(Local, JSON.parse(await readFile(`${dataDir}/administrator.json`, 'utf8')))
  } catch (cause) {
    throw new Error(
      `No service is running on ${dataDir}. Start it with npm start in a clone of the service, set DATA_DIR, or select a stage on AWS with --stage.`,
      { cause },
    )
  }
}

async function readStacks(stage: string, needsStacks: boolean): Promise<Record<string, string>> {
  const { CloudFormationClient, paginateDescribeStacks } = await import('@aws-sdk/client-cloudformation')
  const prefix = `Messaging-${stage}-`
  const client = new CloudFormationClient({})
  const outputs: Record<string, string> = {}
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {}))
    for (const { StackName, Outputs = [] } of Stacks)
      for (const { OutputKey, OutputValue } of isOfStage(StackName, prefix) ? Outputs : [])
        if (OutputKey && OutputValue) outputs[OutputKey] = OutputValue
  if (!outputs.TableName && needsStacks)
    throw new Error(
      `There is no stack ${prefix}Data in region ${await client.config.region()} of this account. Check --stage, AWS_REGION and AWS_PROFILE.`,
    )
  return outputs
}

/**
 * Copies the region and credentials that the AWS SDK finds, such as those of a profile, to the environment. The Amazon Bedrock client
 * reads them there, because it is not a client of the AWS SDK.
 */
export async function exportCredentials(): Promise<void> {
  const { config } = new CloudFormationClient({})
  const [region, credentials] = await Promise.all([config.region(), config.credentials()])
  process.env.AWS_REGION = region
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  if (credentials.sessionToken) process.env.AWS_SESSION_TOKEN = credentials.sessionToken
  else delete process.env.AWS_SESSION_TOKEN
}
