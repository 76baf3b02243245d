import { LinkStatus, type Template } from '@messaging/contract/templates.ts'
import * as v from 'valibot'

/** Which templates a list shows, as the address bar says it; what is no such filter counts as none. */
export const TemplatesSearch = v.object({
  q: v.fallback(v.optional(v.string()), undefined),
  status: v.fallback(v.optional(LinkStatus), undefined),
})
export type TemplatesSearch = v.InferOutput<typeof TemplatesSearch>

/** How the content of a template is edited. */
export const EditorSearch = v.object({ view: v.fallback(v.optional(v.literal('json')), undefined) })

/** The templates that pass: by part of their name, and by their status on an account, on `accountId` if it is given. */
export function passing(
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
