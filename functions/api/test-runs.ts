import * as testRuns from '@replywright/contract/test-runs.ts'
import { listTestRuns, storeTestRun } from '@replywright/core/agents/test-runs.ts'
import { route } from '@replywright/http/route.ts'

export const createRoute = () =>
  route(testRuns.createTestRun, ({ caller, params, id, body, now }) =>
    storeTestRun(caller.organizationId, params.id, { id, run: body }, now),
  )

export const listRoute = () =>
  route(testRuns.listTestRuns, ({ caller, params, now }) => listTestRuns(caller.organizationId, params.id, now))
