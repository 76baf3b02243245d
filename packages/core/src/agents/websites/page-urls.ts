/** Returns a URL without its fragment, or undefined if it is not http(s), has credentials, or is too long to be stored. */
export function pageUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  return url.href.length > LONGEST ? undefined : url.href
}

const LONGEST = 500

/** Returns whether a URL is of the same site as another: of its host with or without `www.`, or of a host below it. */
export function isSameSite(url: string, other: string): boolean {
  const [host, site] = [hostOf(url), hostOf(other)]
  return host === site || host.endsWith(`.${site}`)
}

function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
}

/** Returns whether a URL looks like that of a sitemap or a feed. */
export function looksLikeSitemap(url: string): boolean {
  const path = URL.parse(url)?.pathname.toLowerCase() ?? ''
  return /\.(?:xml|rss|atom)(?:\.gz)?$|sitemap|\/(?:feed|rss|atom)\/?$/.test(path)
}
