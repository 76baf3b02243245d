import * as overview from '@replywright/contract/dashboard/overview.ts'
import { dismissFirstSteps, viewFirstSteps } from '@replywright/core/operations/overview/first-steps.ts'
import { viewHandling } from '@replywright/core/operations/overview/handling.ts'
import { viewOverview } from '@replywright/core/operations/overview/overview.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(overview.getOverview, ({ caller, query, now }) => viewOverview(caller, query.period, now))

export const handlingRoute = () =>
  route(overview.getHandling, ({ caller, query, now }) => viewHandling(caller.organizationId, query.period, now))

export const firstStepsRoute = () => route(overview.getFirstSteps, ({ caller }) => viewFirstSteps(caller))

export const dismissFirstStepsRoute = () => route(overview.dismissFirstSteps, ({ caller }) => dismissFirstSteps(caller))
