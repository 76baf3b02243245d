import type { CallAction } from '../engines/json-client.ts'
import type { Service } from '../front-door/call.ts'
import type { ReadItems } from '../ledger/dynamodb-units.ts'
import type { Resource } from '../resource.ts'
import type { Time } from '../time.ts'
import { withConflicts } from './conflicts.ts'
import type { Schemas } from './item-requests.ts'
import { withLag } from './lag.ts'
import { type PartitionLimits, withThrottling } from './throttling.ts'

/** Simulations of DynamoDB under load, which the engine lacks. Missing and undefined settings are off. */
export interface LoadSettings {
  /** Writes and transactions conflict with ongoing transactions, which take this much longer; 0 for no delay. */
  readonly transactionHoldMs?: number
  /** A query or scan of a global index returns the state of this many milliseconds ago. */
  readonly indexLagMs?: number
  /** An eventually consistent read of a table returns the state of this many milliseconds ago. */
  readonly staleReadMs?: number
  /** Limits the capacity units per second of a partition key of a table or of a global index. */
  readonly partition?: Partial<PartitionLimits>
}

const AWS_LIMITS: PartitionLimits = { writeUnitsPerSecond: 1000, readUnitsPerSecond: 3000 }

export interface DynamodbLoad {
  readonly settings: LoadSettings
  /** Changes the given settings and keeps the others. Resolves when they apply. */
  set(changes: LoadSettings): Promise<void>
}

/** The settings, and the service that they apply to. */
export interface OpenedLoad {
  readonly dynamodbLoad: DynamodbLoad
  readonly service: Service
  /** Removes everything that the settings created in the engine. */
  stop(): Promise<void>
}

/** Puts the simulations in front of DynamoDB, all switched off. */
export function openDynamodbLoad(
  service: Service,
  options: {
    readonly tables: readonly Resource[]
    readonly schemas: Schemas
    readonly call: CallAction
    readonly readItems: ReadItems
    readonly time: Time
  },
): OpenedLoad {
  let settings: LoadSettings = {}
  let changing: Promise<void> = Promise.resolve()
  const lag = withLag(service.handle, options)
  const conflicting = withConflicts(lag.handle, { ...options, holdMs: () => settings.transactionHoldMs })
  const handle = withThrottling(conflicting, {
    ...options,
    now: options.time.now,
    limits: () => settings.partition && { ...AWS_LIMITS, ...settings.partition },
  })
  const change = async (changes: LoadSettings) => {
    settings = { ...settings, ...changes }
    await lag.adjust({ index: settings.indexLagMs, stale: settings.staleReadMs })
  }
  const dynamodbLoad: DynamodbLoad = {
    get settings() {
      return settings
    },
    set(changes) {
      changing = changing.catch(() => {}).then(() => change(changes))
      return changing
    },
  }
  return {
    dynamodbLoad,
    service: { ...service, handle },
    stop: () => dynamodbLoad.set({ indexLagMs: undefined, staleReadMs: undefined }),
  }
}
