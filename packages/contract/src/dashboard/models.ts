import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

export const listModels = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/models/',
  tag: 'Models',
  summary: 'What an agent can have as `llmModel`',
  response: v.object({
    models: v.pipe(v.nullable(v.array(v.string())), v.description('Null: any name is taken, nobody knows them all.')),
    default: v.pipe(
      v.nullable(v.string()),
      v.description('What answers for agents without a model; null: none is set up.'),
    ),
  }),
})
