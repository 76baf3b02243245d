import * as v from 'valibot'
import type { Route } from '../../router.ts'
import { reviewTemplate } from '../template-reports.ts'
import { TEMPLATE_STATUSES, templateObject } from '../templates.ts'
import type { World } from '../world.ts'
import { parseBody } from './parse-body.ts'

const Review = v.strictObject({
  status: v.optional(v.picklist(TEMPLATE_STATUSES)),
  reason: v.optional(v.string()),
  qualityScore: v.optional(v.picklist(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])),
  time: v.optional(v.number()),
})

export const templateRoutes: readonly Route<World>[] = [
  {
    method: 'GET',
    path: '/simulator/accounts/{wabaId}/templates',
    handle: ({ param }, { templates }) => ({
      status: 200,
      body: { templates: templates.of(param('wabaId')).map(templateObject) },
    }),
  },
  {
    method: 'POST',
    path: '/simulator/templates/{id}/review',
    async handle(call, world) {
      const template = world.templates.get(call.param('id'))
      if (!template) return { status: 404, body: { error: 'no such template' } }
      return { status: 202, body: await reviewTemplate(world, template, parseBody(call, Review)) }
    },
  },
]
