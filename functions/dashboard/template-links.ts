import * as templateLinks from '@messaging/contract/dashboard/template-links.ts'
import { listTemplateLinks } from '@messaging/core/channel/templates/templates.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(templateLinks.listTemplateLinks, ({ caller, query }) =>
    listTemplateLinks(caller.organizationId, query.templateId),
  )
