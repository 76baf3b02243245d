import { getTemplate as endpoint } from '@messaging/contract/templates.ts'
import { viewTemplate } from '@messaging/core/channel/templates/get-template.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-templates/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => viewTemplate(caller.organizationId, params.id))
