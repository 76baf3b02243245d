const PARAMETER = 'organization'

/**
 * Returns the organisation in which a link of a mail opens its page, `/webhooks/1?organization=2`, and the link without it.
 * Undefined if the link names none, or no id.
 */
export function organizationOfLink(href: string): { readonly organization: string | undefined; readonly page: string } {
  const url = new URL(href, 'https://dashboard.invalid')
  const id = url.searchParams.get(PARAMETER)
  url.searchParams.delete(PARAMETER)
  const page = `${url.pathname}${url.search}${url.hash}`
  return { organization: id !== null && /^[0-9a-f-]{36}$/.test(id) ? id : undefined, page }
}
