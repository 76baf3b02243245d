import { deleteTemplate as endpoint } from '@messaging/contract/templates.ts'
import { deleteTemplate } from '@messaging/core/channel/templates/delete-template.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /api/v1/msg-templates/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => deleteTemplate(caller.organizationId, params.id))
