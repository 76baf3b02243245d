import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  tag: 'Reference',
  summary: 'Get this document',
  description: 'OpenAPI 3.1. Requires no API key.',
  access: 'public',
  cacheable: true,
  response: v.pipe(v.looseObject({ openapi: v.string() }), v.description('The OpenAPI document of the API.')),
})

export const getReference = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  response: v.string(),
  audience: 'browsers',
})
