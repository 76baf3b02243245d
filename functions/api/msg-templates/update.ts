import { updateTemplate } from '@messaging/contract/templates.ts'
import { changeTemplate } from '@messaging/core/channel/templates/change-template.ts'
import { route } from '@messaging/http/route.ts'

/** PATCH /api/v1/msg-templates/{id}/ */
export const handler = route(updateTemplate, ({ caller, params, body, revision, now }) =>
  changeTemplate(caller.organizationId, params.id, body, revision, now),
)
