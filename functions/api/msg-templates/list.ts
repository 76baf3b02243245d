import { listTemplates as endpoint } from '@messaging/contract/templates.ts'
import { listTemplates } from '@messaging/core/channel/templates/get-template.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-templates/ */
export const handler = route(endpoint, ({ caller, query }) => listTemplates(caller.organizationId, query))
