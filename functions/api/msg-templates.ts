import * as templatePublishing from '@messaging/contract/template-publishing.ts'
import * as templates from '@messaging/contract/templates.ts'
import { changeTemplate } from '@messaging/core/channel/templates/change-template.ts'
import { createTemplate } from '@messaging/core/channel/templates/create-template.ts'
import { deleteTemplate } from '@messaging/core/channel/templates/delete-template.ts'
import { getTemplate, listTemplates } from '@messaging/core/channel/templates/get-template.ts'
import { publishTemplate } from '@messaging/core/channel/templates/publish-template.ts'
import { revisedTemplate } from '@messaging/core/channel/templates/template-view.ts'
import { unpublishTemplate } from '@messaging/core/channel/templates/unpublish-template.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(templates.listTemplates, ({ caller, query }) => listTemplates(caller.organizationId, query))

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
  route(templatePublishing.publishTemplate, ({ caller, params, body, now }) =>
    publishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishRoute = () =>
  route(templatePublishing.unpublishTemplate, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishByPostRoute = () =>
  route(templatePublishing.unpublishByPost, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )

export const unpublishByDeleteRoute = () =>
  route(templatePublishing.unpublishByDelete, ({ caller, params, body, now }) =>
    unpublishTemplate(caller.organizationId, params.id, body.accountIds, now),
  )
