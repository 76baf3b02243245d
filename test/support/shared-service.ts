import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, type ServiceOptions, startService } from '@replywright/local/start-service.ts'
import { inject } from 'vitest'
import { recordUsedGrants } from '../infra/grants/record.ts'
import { type Restorable, restorable } from './restore-service.ts'

type Log = NonNullable<ServiceOptions['log']>

/** A service that test files use one after the other. */
export interface SharedService extends Restorable {
  readonly service: Service
}

let starting: Promise<SharedService> | undefined
let log: Log | undefined
let isFresh = true

/**
 * Returns the service of this process in its initial state, with what restores it, and starts it at the first call. It ends with the process.
 * Its log lines go to `log` until the next call.
 */
export async function takeSharedService(lines: Log | undefined): Promise<SharedService> {
  starting ??= start()
  const shared = await starting
  if (!isFresh) await shared.restore()
  isFresh = false
  log = lines
  return shared
}

async function start(): Promise<SharedService> {
  const service = await startService({
    PORT: 0,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'replywright-shared-')),
    // Many test files use the demo's API keys.
    assembly: inject('unlimitedAssembly'),
    dynamodb: inject('dynamodb'),
    // A warm worker takes about 40 MB, and the processes of a run share the machine's memory. More than three workers of a
    // function start only if its invocations wait, because each start costs processor time.
    lambda: {
      warmth: {
        atMost: 80,
        startsAtOnce: 3,
        lastIdleMilliseconds: 3_600_000,
        otherIdleMilliseconds: 300_000,
        collectsGarbage: true,
      },
    },
    onGrantUsed: recordUsedGrants(inject('usedGrants')),
    log: (line) => log?.(line),
  })
  return { service, ...(await restorable(service)) }
}
