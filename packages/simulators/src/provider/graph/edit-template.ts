import * as v from 'valibot'
import type { Route } from '../../router.ts'
import { TemplateContent } from '../templates.ts'
import type { World } from '../world.ts'
import { unknownObject } from './graph-error.ts'
import { check, parseJson } from './validation.ts'

const Input = v.partial(v.pick(TemplateContent, ['category', 'components']))

/** `POST /{version}/{template id}`: sets other components or another category, which are reviewed again. */
export const editTemplate: Route<World> = {
  method: 'POST',
  path: '/{version}/{templateId}',
  handle({ param, body }, { templates }) {
    const template = templates.get(param('templateId'))
    if (!template) throw unknownObject(param('templateId'))
    const { category = template.category, components = template.components } = check(Input, parseJson(body))
    templates.change(template, { category, components, status: 'PENDING' })
    return { status: 200, body: { success: true } }
  },
}
