import { createTemplate as endpoint } from '@messaging/contract/templates.ts'
import { createTemplate } from '@messaging/core/channel/templates/create-template.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/msg-templates/ */
export const handler = route(endpoint, ({ caller, body, id, now }) =>
  createTemplate(caller.organizationId, id, body, now),
)
