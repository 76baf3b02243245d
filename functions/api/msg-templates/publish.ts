import { publishTemplate as endpoint } from '@messaging/contract/template-publishing.ts'
import { publishTemplate } from '@messaging/core/channel/templates/publish-template.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /api/v1/msg-templates/{id}/publish/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  publishTemplate(caller.organizationId, params.id, body.accountIds, now),
)
