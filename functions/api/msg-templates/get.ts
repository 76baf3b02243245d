import { getTemplate as endpoint } from '@messaging/contract/templates.ts'
import { getTemplate } from '@messaging/core/channel/templates/get-template.ts'
import { revisedTemplate } from '@messaging/core/channel/templates/template-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-templates/{id}/ */
export const handler = route(endpoint, async ({ caller, params }) =>
  revisedTemplate(await getTemplate(caller.organizationId, params.id)),
)
