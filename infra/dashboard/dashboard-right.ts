import type { ServiceFunction } from '../constructs/service-function.ts'
import type { DataStack } from '../data-stack.ts'
import type { Watched } from '../monitoring/watched.ts'
import type { Settings } from '../settings.ts'

export interface Reachable {
  readonly data: DataStack
  readonly watched: Watched
  readonly usagePlanId: string
  readonly settings: Settings
}

/** Grants a permission to a route of the dashboard. A right of the API for clients is one, too. */
export type DashboardRight = (reachable: Reachable, route: ServiceFunction) => void
