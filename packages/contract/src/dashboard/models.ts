import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

export const listModels = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/models/',
  response: v.object({
    models: v.pipe(
      v.nullable(v.array(v.string())),
      v.description('Null: any name is accepted, and the list is unknown.'),
    ),
    default: v.pipe(
      v.nullable(v.string()),
      v.description('The model of agents without `llmModel`; null if no model is configured.'),
    ),
  }),
})
