import { unpublishTemplate as endpoint } from '@messaging/contract/template-publishing.ts'
import { unpublishTemplate } from '@messaging/core/channel/templates/unpublish-template.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-templates/{id}/unpublish/ */
export const handler = route(endpoint, ({ caller, params, body, now }) =>
  unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
)
