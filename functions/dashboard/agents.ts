import * as tests from '@replywright/contract/dashboard/agent-tests.ts'
import * as agents from '@replywright/contract/dashboard/agents.ts'
import * as toolTest from '@replywright/contract/dashboard/tool-test.ts'
import { viewText } from '@replywright/core/agents/documents/view-text.ts'
import { deleteSavedTest, listSavedTests, saveTest } from '@replywright/core/agents/saved-tests.ts'
import { listShares } from '@replywright/core/agents/shares/share-agent.ts'
import { viewAgentUsage } from '@replywright/core/agents/usage/usage.ts'
import { runSavedTests } from '@replywright/core/answering/proofs/run-saved-tests.ts'
import { testTool } from '@replywright/core/answering/tools/test-tools.ts'
import { route } from '@replywright/http/route.ts'

export const listSharesRoute = () =>
  route(agents.listAgentShares, ({ caller, params, now }) => listShares(caller, params.id, now))

export const getUsageRoute = () =>
  route(agents.getAgentUsage, ({ caller, params, now }) => viewAgentUsage(caller.organizationId, params.id, now))

export const getTextRoute = () =>
  route(agents.getDocumentText, ({ caller, params, query }) => viewText(caller, params, query.offset))

export const testToolRoute = () =>
  route(toolTest.testTool, ({ caller, params, body, id }) => testTool(caller, params, body.arguments, id), {
    keepsResponses: false,
  })

export const listTestsRoute = () =>
  route(tests.listSavedTests, ({ caller, params }) => listSavedTests(caller.organizationId, params.id))

export const saveTestRoute = () =>
  route(tests.saveTest, ({ caller, params, body }) => saveTest(caller, params.id, body.test))

export const deleteTestRoute = () =>
  route(tests.deleteSavedTest, ({ caller, params }) => deleteSavedTest(caller, params))

export const runTestsRoute = () =>
  route(tests.runSavedTests, ({ caller, params, id, body, now }) =>
    runSavedTests(caller, params.id, { id, draft: body.draft }, now),
  )
