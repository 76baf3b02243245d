import { unpublishByDelete } from '@messaging/contract/template-publishing.ts'
import { unpublishTemplate } from '@messaging/core/channel/templates/unpublish-template.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /api/v1/msg-templates/{id}/publish/ */
export const handler = route(unpublishByDelete, ({ caller, params, body, now }) =>
  unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
)
