import * as agentShares from '@messaging/contract/dashboard/agent-shares.ts'
import * as agentUsage from '@messaging/contract/dashboard/agent-usage.ts'
import * as agentVersions from '@messaging/contract/dashboard/agent-versions.ts'
import * as toolTest from '@messaging/contract/dashboard/tool-test.ts'
import * as trial from '@messaging/contract/dashboard/try-agent.ts'
import { getVersion, listVersions, restoreVersion } from '@messaging/core/agents/history/versions.ts'
import { listShares, removeListedShare } from '@messaging/core/agents/share-agent.ts'
import { viewAgentUsage } from '@messaging/core/agents/usage/view-usage.ts'
import { restartTrial, tryAgent, viewTrial } from '@messaging/core/answering/sandbox/trial.ts'
import { testTool } from '@messaging/core/answering/tools/test-tool.ts'
import { versioned } from '@messaging/http/compared.ts'
import { route } from '@messaging/http/route.ts'

export const tryRoute = () =>
  route(trial.tryAgent, ({ caller, params, query, body, now }) =>
    tryAgent(caller, triedOf(params, query), body.text, now),
  )

export const getTrialRoute = () =>
  route(trial.getTrial, ({ caller, params, query, now }) => viewTrial(caller, triedOf(params, query), now))

export const listSharesRoute = () =>
  route(agentShares.listAgentShares, ({ caller, params }) => listShares(caller, params.id))

export const removeShareRoute = () =>
  route(agentShares.removeAgentShare, ({ caller, params, body }) => removeListedShare(caller, params.id, body.userId))

export const getUsageRoute = () =>
  route(agentUsage.getAgentUsage, ({ caller, params, now }) => viewAgentUsage(caller.organizationId, params.id, now))

export const listVersionsRoute = () =>
  route(agentVersions.listAgentVersions, ({ caller, params, now }) => listVersions(caller, params.id, now))

export const getVersionRoute = () =>
  route(agentVersions.getAgentVersion, ({ caller, params, query, now }) => getVersion(caller, params, query.with, now))

export const restoreVersionRoute = () =>
  route(
    agentVersions.restoreAgentVersion,
    ({ caller, params, revision, now }) => restoreVersion(caller, params, { revision, now }),
    { keepsResponses: false, compare: versioned },
  )

export const restartTrialRoute = () =>
  route(trial.restartTrial, ({ caller, params, query, now }) => restartTrial(caller, triedOf(params, query), now))

export const testToolRoute = () =>
  route(toolTest.testTool, ({ caller, params, body, id }) => testTool(caller, params, body.arguments, id), {
    keepsResponses: false,
  })

function triedOf({ id }: { readonly id: string }, { draft }: { readonly draft?: 'true' | undefined }) {
  return { agentId: id, draft: draft === 'true' }
}
