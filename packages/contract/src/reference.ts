import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const common = {
  method: 'GET',
  tag: 'Reference',
  access: 'public',
} as const

export const getOpenApi = endpoint({
  ...common,
  path: '/openapi.json',
  summary: 'Get this document',
  description: 'OpenAPI 3.1. Requires no API key.',
  cacheable: true,
  response: v.pipe(v.looseObject({ openapi: v.string() }), v.description('The OpenAPI document of the API.')),
})

export const getReference = endpoint({
  ...common,
  path: '/docs',
  summary: 'Read the reference as a page',
  description: 'The OpenAPI document as an HTML page. Requires no API key.',
  response: v.string(),
  audience: 'browsers',
})
