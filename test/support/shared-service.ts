import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, type ServiceOptions, startService } from '@messaging/local/start-service.ts'
import { inject } from 'vitest'
import { recordUsedGrants } from '../infra/grants/record.ts'
import { type Restorable, restorable } from './restore-service.ts'

type Log = NonNullable<ServiceOptions['log']>

/** A service that test files use one after the other. */
interface SharedService extends Restorable {
  readonly service: Service
  readonly dataDir: string
}

let starting: Promise<SharedService> | undefined
let log: Log | undefined
let isFresh = true

/** Starts the service of this process at the first call. It ends with the process. */
export function startSharedService(): Promise<SharedService> {
  starting ??= start()
  return starting
}

/** Returns the service of this process in its initial state. Its log lines go to `log` until the next call. */
export async function takeSharedService(lines: Log | undefined): Promise<SharedService> {
  const shared = await startSharedService()
  if (!isFresh) await shared.restore()
  isFresh = false
  log = lines
  return shared
}

async function start(): Promise<SharedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'messaging-shared-'))
  const service = await startService({
    PORT: 0,
    DATA_DIR: dataDir,
    // Many test files use the demo's API keys.
    assembly: inject('unlimitedAssembly'),
    dynamodb: inject('dynamodb'),
    // Some tests call every function in turn. With fewer warm workers than functions, each call would start a worker.
    lambda: { warmth: { atMost: 128 } },
    onGrantUsed: recordUsedGrants(inject('usedGrants')),
    log: (line) => log?.(line),
  })
  return { service, dataDir, ...(await restorable(service)) }
}
