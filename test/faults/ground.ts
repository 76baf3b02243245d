import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { NoteGrant } from '@messaging/cloud/iam/grants.ts'
import { synthesize } from '@messaging/infra/synth.ts'
import { loadDemoSecrets } from '@messaging/local/demo.ts'
import { type Service, startService } from '@messaging/local/start-service.ts'
import * as v from 'valibot'

/** The service that all runs share, with retries that follow at once. */
export interface Ground extends AsyncDisposable {
  readonly service: Service
  /** What accounts at the simulated provider are reached with. */
  readonly accessToken: string
  readonly tableName: string
  readonly sqs: SQSClient
  readonly dynamodb: DynamoDBClient
  readonly scheduler: SchedulerClient
  readonly scheduleGroup: string
  /** URLs of the queues that are worked on. */
  readonly workQueues: readonly string[]
  /** URLs of the queues that nobody works on: dead letters, and what the relay cannot send. */
  readonly deadQueues: readonly string[]
}

const Administrator = v.object({ environment: v.record(v.string(), v.string()) })

/**
 * Starts the service, its table in the shared engine `dynamodb` if there is one, tells `onGrantUsed` each grant that is used, and lets core work in this process as its
 * administrator: core must not have been loaded before.
 */
export async function openGround(dynamodb?: string, onGrantUsed?: NoteGrant): Promise<Ground> {
  await using opening = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'messaging-faults-'))
  opening.defer(() => rm(directory, { recursive: true, force: true }))
  const assembly = await synthesize({
    outdir: join(directory, 'cdk.out'),
    context: { stage: 'local', allowPrivateDestinations: 'true', retryDelaysSeconds: '0,0,0' },
  })
  const service = await startService({
    PORT: 0,
    DATA_DIR: join(directory, 'data'),
    assembly,
    ...(dynamodb && { dynamodb }),
    ...(onGrantUsed && { onGrantUsed }),
  })
  opening.use(service)
  const { endpointUrl, environment, administrator, outputs } = service.cloud
  const connection = { endpoint: endpointUrl, region: environment.region, credentials: administrator }
  const queues = Object.values(outputs)
    .flatMap((stack) => Object.entries(stack))
    .filter(([name]) => name.endsWith('QueueUrl'))
  const urls = (dead: boolean) => queues.filter(([name]) => name.includes('Dead') === dead).map(([, url]) => url)
  const written = await readFile(join(directory, 'data', 'administrator.json'), 'utf8')
  const variables = v.parse(Administrator, JSON.parse(written)).environment
  Object.assign(process.env, variables, { LOG_LEVEL: 'silent' })
  const { accessToken } = await loadDemoSecrets(join(directory, 'data'))
  const kept = opening.move()
  return {
    service,
    accessToken,
    tableName: variables.TABLE_NAME ?? '',
    sqs: new SQSClient(connection),
    dynamodb: new DynamoDBClient(connection),
    scheduler: new SchedulerClient(connection),
    scheduleGroup: service.cloud.resource('Schedules', 'AWS::Scheduler::ScheduleGroup').physicalId,
    workQueues: urls(false),
    deadQueues: urls(true),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
