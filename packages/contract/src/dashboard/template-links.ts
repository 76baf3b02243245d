import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { CursorQuery, cursorPageOf, forBrowsers } from './fields.ts'

/** A template that is, or may be, on a business account at the provider. */
export const TemplateLink = v.object({
  templateId: Uuid,
  accountId: Uuid,
  name: v.pipe(v.string(), v.description('Its name at the provider, whatever the draft has now.')),
  language: v.string(),
  isConfirmed: v.pipe(v.boolean(), v.description('False if the outcome of publishing is unknown.')),
  contentAt: v.pipe(DateTime, v.description('`updatedAt` of the draft that the provider has.')),
  content: v.pipe(
    v.nullable(v.object({ category: v.string(), parameterFormat: v.string(), components: v.unknown() })),
    v.description('What the provider has. Only with `templateId`; null if it was published by an earlier release.'),
  ),
})
export type TemplateLink = v.InferOutput<typeof TemplateLink>

export const listTemplateLinks = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/template-links/',
  query: v.object({ ...CursorQuery.entries, templateId: v.optional(Uuid) }),
  response: cursorPageOf(TemplateLink),
})
