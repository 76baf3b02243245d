import * as templates from '@replywright/contract/templates.ts'
import { publishTemplate, unpublishTemplate } from '@replywright/core/channel/provider/templates/publish-template.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  revisedTemplate,
} from '@replywright/core/channel/provider/templates/templates.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(templates.listTemplates, async ({ caller, query }) =>
    fittingSlice(await listTemplates(caller.organizationId, query)),
  )

export const createRoute = () =>
  route(templates.createTemplate, ({ caller, body, id, now }) => createTemplate(caller.organizationId, id, body, now))

export const getRoute = () =>
  route(templates.getTemplate, async ({ caller, params }) =>
    revisedTemplate(await getTemplate(caller.organizationId, params.id)),
  )

export const replaceRoute = () =>
  route(templates.replaceTemplate, ({ caller, params, body, revision, now }) =>
    changeTemplate(caller.organizationId, params.id, body, revision, now),
  )

export const updateRoute = () =>
  route(templates.updateTemplate, ({ caller, params, body, revision, now }) =>
    changeTemplate(caller.organizationId, params.id, body, revision, now),
  )

export const deleteRoute = () =>
  route(templates.deleteTemplate, ({ caller, params }) => deleteTemplate(caller.organizationId, params.id))

export const publishRoute = () =>
  route(templates.publishTemplate, ({ caller, params, body, now }) =>
    publishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishRoute = () =>
  route(templates.unpublishTemplate, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishByPostRoute = () =>
  route(templates.unpublishByPost, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishByDeleteRoute = () =>
  route(templates.unpublishByDelete, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )
