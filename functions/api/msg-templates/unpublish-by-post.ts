import { unpublishByPost } from '@messaging/contract/template-publishing.ts'
import { unpublishTemplate } from '@messaging/core/channel/templates/unpublish-template.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-templates/{id}/publish/: unpublishes the template, as the API document defines it */
export const handler = route(unpublishByPost, ({ caller, params, body, now }) =>
  unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
)
