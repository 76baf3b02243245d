import { replaceTemplate } from '@messaging/contract/templates.ts'
import { changeTemplate } from '@messaging/core/channel/templates/change-template.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /api/v1/msg-templates/{id}/ */
export const handler = route(replaceTemplate, ({ caller, params, body, revision, now }) =>
  changeTemplate(caller.organizationId, params.id, body, revision, now),
)
