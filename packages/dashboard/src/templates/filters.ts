import { type AccountLink, LinkStatus, type Template } from '@replywright/contract/templates.ts'
import * as v from 'valibot'

/** The template filters in the URL. Invalid values are ignored. */
export const TemplatesSearch = v.object({
  q: v.fallback(v.optional(v.string()), undefined),
  status: v.fallback(v.optional(LinkStatus), undefined),
})
export type TemplatesSearch = v.InferOutput<typeof TemplatesSearch>

export const EditorSearch = v.object({ view: v.fallback(v.optional(v.literal('json')), undefined) })

/** Returns the templates that match part of the name and a status on any account, or on `accountId` if given. */
export function filterTemplates(
  templates: readonly Template[],
  { q = '', status }: TemplatesSearch,
  accountId?: string,
): readonly Template[] {
  const part = q.trim().toLowerCase()
  return templates.filter(
    ({ name, accountLinks }) =>
      name.toLowerCase().includes(part) &&
      (status === undefined ||
        accountLinks.some(
          (link) => link.status === status && (accountId === undefined || link.accountId === accountId),
        )),
  )
}

/** Returns the number of accounts with each status, most urgent first. */
export function statusCounts(
  links: readonly Pick<AccountLink, 'status'>[],
): readonly (readonly [LinkStatus, number])[] {
  return ORDER.map((status) => [status, links.filter((link) => link.status === status).length] as const).filter(
    ([, count]) => count > 0,
  )
}

const FIRST: readonly LinkStatus[] = ['REJECTED', 'DISABLED', 'PAUSED', 'PENDING']
const ORDER: readonly LinkStatus[] = [...FIRST, ...LinkStatus.options.filter((status) => !FIRST.includes(status))]
