import { listTemplateLinks as endpoint } from '@messaging/contract/dashboard/template-links.ts'
import { listTemplateLinks } from '@messaging/core/channel/templates/list-links.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/template-links/ */
export const handler = route(endpoint, ({ caller, query }) =>
  listTemplateLinks(caller.organizationId, query.templateId),
)
