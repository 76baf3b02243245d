import * as templateLinks from '@replywright/contract/dashboard/template-links.ts'
import { listTemplateLinks } from '@replywright/core/channel/provider/templates/template-links.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(templateLinks.listTemplateLinks, ({ caller, query }) =>
    fittingPage(query, (page) => listTemplateLinks(caller.organizationId, page)),
  )
