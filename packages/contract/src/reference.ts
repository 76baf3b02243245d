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

/** The same reference for programs: Markdown, and an index of it (llmstxt.org). */
const text = { method: 'GET', access: 'public', cacheable: true, response: v.string(), audience: 'browsers' } as const
export const getMarkdown = endpoint({ ...text, path: '/docs.md' })
export const getIndex = endpoint({ ...text, path: '/llms.txt' })

/** A guide as a page, or as Markdown with `.md` at the end. */
export const getGuide = endpoint({ ...text, path: '/docs/{page}/', params: v.object({ page: v.string() }) })

/** Redirects to the reference. */
export const getRoot = endpoint({ method: 'GET', path: '/', access: 'public', status: 302, audience: 'browsers' })

export const getReference = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  response: v.string(),
  audience: 'browsers',
})
