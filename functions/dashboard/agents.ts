import * as tests from '@replywright/contract/dashboard/agent-tests.ts'
import * as agents from '@replywright/contract/dashboard/agents.ts'
import * as toolTest from '@replywright/contract/dashboard/tool-test.ts'
import * as trial from '@replywright/contract/dashboard/try-agent.ts'
import { viewText } from '@replywright/core/agents/documents/view-text.ts'
import { deleteSavedTest, listSavedTests, saveTest } from '@replywright/core/agents/saved-tests.ts'
import { listShares } from '@replywright/core/agents/shares/share-agent.ts'
import { viewAgentUsage } from '@replywright/core/agents/usage/usage.ts'
import { getVersion, listVersions, restoreVersion } from '@replywright/core/agents/versions/versions.ts'
import { runSavedTests } from '@replywright/core/answering/proofs/run-saved-tests.ts'
import { restartTrial, tryAgent, viewTrial } from '@replywright/core/answering/sandbox/trials.ts'
import { testTool } from '@replywright/core/answering/tools/test-tools.ts'
import { versioned } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const tryRoute = () =>
  route(trial.tryAgent, ({ caller, params, query, body, now }) =>
    tryAgent(caller, triedOf(params, query), body.text, now),
  )

export const getTrialRoute = () =>
  route(trial.getTrial, ({ caller, params, query, now }) => viewTrial(caller, triedOf(params, query), now))

export const listSharesRoute = () =>
  route(agents.listAgentShares, ({ caller, params, now }) => listShares(caller, params.id, now))

export const getUsageRoute = () =>
  route(agents.getAgentUsage, ({ caller, params, now }) => viewAgentUsage(caller.organizationId, params.id, now))

export const getTextRoute = () =>
  route(agents.getDocumentText, ({ caller, params, query }) => viewText(caller, params, query.offset))

export const listVersionsRoute = () =>
  route(agents.listAgentVersions, ({ caller, params, now }) => listVersions(caller, params.id, now))

export const getVersionRoute = () =>
  route(agents.getAgentVersion, ({ caller, params, query, now }) => getVersion(caller, params, query.with, now))

export const restoreVersionRoute = () =>
  route(
    agents.restoreAgentVersion,
    ({ caller, params, revision, now }) => restoreVersion(caller, params, { revision, now }),
    { compare: versioned },
  )

export const restartTrialRoute = () =>
  route(trial.restartTrial, ({ caller, params, query, now }) => restartTrial(caller, triedOf(params, query), now))

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

function triedOf({ id }: { readonly id: string }, { draft }: { readonly draft?: 'true' | undefined }) {
  return { agentId: id, draft: draft === 'true' }
}
