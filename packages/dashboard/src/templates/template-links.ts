import { listTemplateLinks } from '@replywright/contract/dashboard/template-links.ts'
import { call } from '../api/call.ts'
import { readWhole, readWholeList } from '../api/read-whole.ts'

const pageOf =
  (filter: { readonly templateId?: string }) =>
  (...[page, options]: Parameters<Parameters<typeof readWhole>[2]>) =>
    call(listTemplateLinks, { query: { ...page, ...filter } }, options)

/** Builds the query of the links of one template. */
export function readLinksOf(templateId: string) {
  return readWhole(listTemplateLinks, { templateId }, pageOf({ templateId }))
}

/** Builds the query of the links of one template, or of all, that keeps the previous ones while others load. */
export function readTemplateLinks(filter: { readonly templateId?: string } = {}) {
  return readWholeList(listTemplateLinks, filter, pageOf(filter))
}
