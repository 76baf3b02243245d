import { restoreAgentVersion as endpoint } from '@messaging/contract/dashboard/agent-versions.ts'
import { restoreVersion } from '@messaging/core/agents/history/versions.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/agents/{id}/versions/{version}/restore/ */
export const handler = route(
  endpoint,
  ({ caller, params, revision, now }) => restoreVersion(caller, params, { revision, now }),
  { keepsAnswers: false },
)
