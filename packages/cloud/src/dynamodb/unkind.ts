import type { Service } from '../front-door/call.ts'
import type { Time } from '../time.ts'
import { withConflicts } from './conflicts.ts'
import type { Schemas } from './item-requests.ts'

/** What DynamoDB does under load and the engine does not. What is left out or undefined is off. */
export interface UnkindSettings {
  /**
   * Writes and transactions conflict with ongoing transactions, each of which takes so many milliseconds longer than
   * the engine does; 0 for conflicts alone.
   */
  readonly transactionHoldMs?: number | undefined
}

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
}

/** Puts the settings before DynamoDB. All are off. */
export function openUnkind(
  service: Service,
  { schemas, time }: { readonly schemas: Schemas; readonly time: Time },
): OpenedUnkind {
  let settings: UnkindSettings = {}
  const handle = withConflicts(service.handle, { schemas, time, holdMs: () => settings.transactionHoldMs })
  return {
    service: { ...service, handle },
    unkind: {
      get settings() {
        return settings
      },
      async set(changes) {
        settings = { ...settings, ...changes }
      },
    },
  }
}
