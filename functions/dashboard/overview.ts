import * as firstSteps from '@messaging/contract/dashboard/first-steps.ts'
import * as handling from '@messaging/contract/dashboard/handling.ts'
import * as overview from '@messaging/contract/dashboard/overview.ts'
import { dismissFirstSteps, viewFirstSteps } from '@messaging/core/operations/overview/first-steps.ts'
import { viewHandling } from '@messaging/core/operations/overview/view-handling.ts'
import { viewOverview } from '@messaging/core/operations/overview/view-overview.ts'
import { route } from '@messaging/http/route.ts'

export const getRoute = () =>
  route(overview.getOverview, ({ caller, query, now }) => viewOverview(caller, query.period, now))

export const handlingRoute = () =>
  route(handling.getHandling, ({ caller, query, now }) => viewHandling(caller.organizationId, query.period, now))

export const firstStepsRoute = () => route(firstSteps.getFirstSteps, ({ caller }) => viewFirstSteps(caller))

export const dismissFirstStepsRoute = () =>
  route(firstSteps.dismissFirstSteps, ({ caller }) => dismissFirstSteps(caller))
