/** The placeholder of a secret that the caller may not read. */
export const MASKED = '****************'

/** Scheme, userinfo, host and path, query, fragment. */
const URL_PARTS = /^(\s*(?:[a-z][\w+.-]*:)?\/\/)?(?:([^/?#\\]*)@)?([^?#]*)(?:\?([^#]*))?(.*)$/is

/** Replaces the parts of a URL that may be secrets: user name with password, and query. */
export function replaceInUrl(url: string, replace: (part: 'userinfo' | 'query', value: string) => string): string {
  const [, scheme = '', userinfo, authority = '', query, fragment = ''] = URL_PARTS.exec(url) ?? []
  const before = userinfo === undefined ? '' : `${replace('userinfo', userinfo)}@`
  const after = query === undefined ? '' : `?${replace('query', query)}`
  return `${scheme}${before}${authority}${after}${fragment}`
}

/** Returns a URL for callers who may not read secrets: user name, password and query are masked, host and path are readable. */
export function maskedUrl(url: string): string {
  return replaceInUrl(url, () => MASKED)
}

/** Returns the URL that a caller means who read `stored` masked and sends it back, or undefined if masked parts belong to no stored URL. */
export function unmaskedUrl(sent: string, stored: string | undefined): string | undefined {
  if (!sent.includes(MASKED)) return sent
  return stored !== undefined && sent === maskedUrl(stored) ? stored : undefined
}

/** Names of query parameters that usually carry a credential. */
const CREDENTIALS = /(?:^|[-_.])(?:api-?key|key|token|secret|sig|signature|password|passwd|pwd|auth|code|sas)$/i

/** Returns whether a URL seems to contain a credential: a user name or password, or a parameter with such a name. */
export function hasCredential(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed) return false
  if (parsed.username !== '' || parsed.password !== '') return true
  return [...parsed.searchParams].some(
    ([name, value]) => value !== '' && CREDENTIALS.test(name.slice(0, 100).replace(/([a-z])([A-Z])/g, '$1-$2')),
  )
}
