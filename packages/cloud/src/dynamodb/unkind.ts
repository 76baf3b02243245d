import type { CallAction } from '../engines/json-client.ts'
import type { Service } from '../front-door/call.ts'
import type { ReadItems } from '../ledger/transaction-units.ts'
import type { Resource } from '../resource.ts'
import type { Time } from '../time.ts'
import { withConflicts } from './conflicts.ts'
import type { Schemas } from './item-requests.ts'
import { withLag } from './lag.ts'
import { type PartitionLimits, withThrottling } from './throttling.ts'

/** What DynamoDB does under load and the engine does not. What is left out or undefined is off. */
export interface UnkindSettings {
  /**
   * Writes and transactions conflict with ongoing transactions, each of which takes so many milliseconds longer than
   * the engine does; 0 for conflicts alone.
   */
  readonly transactionHoldMs?: number
  /** A query or scan of a global index sees the state of so many milliseconds ago. */
  readonly indexLagMs?: number
  /** An eventually consistent read of a table sees the state of so many milliseconds ago. */
  readonly staleReadMs?: number
  /** A partition key of a table or of a global index takes so many capacity units a second. */
  readonly partition?: Partial<PartitionLimits>
}

/** What AWS guarantees of one partition. */
const AWS_LIMITS: PartitionLimits = { writeUnitsPerSecond: 1000, readUnitsPerSecond: 3000 }

/** The settings of a running cloud. */
export interface Unkind {
  readonly settings: UnkindSettings
  /** Changes the settings that are given, and leaves the others. Resolves once they apply. */
  set(changes: UnkindSettings): Promise<void>
}

/** The settings, and the service that they apply to. */
export interface OpenedUnkind {
  readonly unkind: Unkind
  readonly service: Service
  /** Leaves the engine as it would be without settings. */
  stop(): Promise<void>
}

/** Puts the settings before DynamoDB. All are off. */
export function openUnkind(
  service: Service,
  options: {
    readonly tables: readonly Resource[]
    readonly schemas: Schemas
    readonly call: CallAction
    readonly readItems: ReadItems
    readonly time: Time
  },
): OpenedUnkind {
  let settings: UnkindSettings = {}
  let changing: Promise<void> = Promise.resolve()
  const lag = withLag(service.handle, options)
  const conflicting = withConflicts(lag.handle, { ...options, holdMs: () => settings.transactionHoldMs })
  const handle = withThrottling(conflicting, {
    ...options,
    now: options.time.now,
    limits: () => settings.partition && { ...AWS_LIMITS, ...settings.partition },
  })
  const change = async (changes: UnkindSettings) => {
    settings = { ...settings, ...changes }
    await lag.adjust({ index: settings.indexLagMs, stale: settings.staleReadMs })
  }
  const unkind: Unkind = {
    get settings() {
      return settings
    },
    set(changes) {
      changing = changing.catch(() => {}).then(() => change(changes))
      return changing
    },
  }
  return {
    unkind,
    service: { ...service, handle },
    stop: () => unkind.set({ indexLagMs: undefined, staleReadMs: undefined }),
  }
}
