import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { loadDemoSecrets } from '@replywright/local/demo.ts'
import { type ServiceOptions, startService } from '@replywright/local/start-service.ts'
import { type Administrator, actAsAdministrator, administratorOf, clientOf } from '../support/administrator.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import type { BusEvent } from '../support/bus-events.ts'

/** Voice messages are transcribed by Amazon Transcribe. */
const CONTEXT = { statisticsDelaySeconds: '0', transcribeLanguages: 'en-US,es-US' }

/** The service that all runs share, with retries after a second. */
export interface TestBed extends Administrator, AsyncDisposable {
  /** The access token of accounts at the simulated provider. */
  readonly accessToken: string
  readonly scheduler: SchedulerClient
  readonly scheduleGroup: string
  /** The events that the rule of the bus sent to its queue, as far as they were read. */
  readonly busEvents: BusEvent[]
}

/**
 * Starts the service with its table in a shared engine and with the synthesized `assembly` if given.
 * Configures core in this process as the service's administrator; core must not be loaded yet.
 */
export async function startTestBed({
  assembly,
  ...options
}: Pick<ServiceOptions, 'assembly' | 'dynamodb' | 'onGrantUsed'> = {}): Promise<TestBed> {
  await using opening = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'replywright-faults-'))
  opening.defer(() => rm(directory, { recursive: true, force: true }))
  const service = await startService({
    PORT: 0,
    DATA_DIR: join(directory, 'data'),
    assembly: assembly ?? (await synthesizeLocal(join(directory, 'cdk.out'), CONTEXT)),
    ...options,
  })
  opening.use(service)
  actAsAdministrator(service)
  const { accessToken } = await loadDemoSecrets(service.dataDir)
  const kept = opening.move()
  return {
    ...administratorOf(service),
    accessToken,
    scheduler: clientOf(SchedulerClient, service.cloud),
    scheduleGroup: service.cloud.resource('Schedules', 'AWS::Scheduler::ScheduleGroup').physicalId,
    busEvents: [],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
