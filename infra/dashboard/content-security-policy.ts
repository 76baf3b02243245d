import { createHash } from 'node:crypto'

/** Other origins from which the dashboard may load uploaded files, or to which it may send them. */
interface ContentSources {
  /** The URL that redirects to the media of messages, with a trailing slash. */
  readonly media: string
  /** The bucket's origin. */
  readonly storage: string
}

/** Returns the `Content-Security-Policy` of the dashboard. It permits its own files, uploaded files, and the inline code of `page`. */
export function contentSecurityPolicy({ media, storage }: ContentSources, page: string): string {
  const uploaded = `${media} ${storage}`
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf('script', page)].join(' '),
    ["style-src 'self'", ...hashesOf('style', page)].join(' '),
    `img-src 'self' data: ${uploaded}`,
    `media-src 'self' ${uploaded}`,
    `connect-src 'self' ${storage}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the sources that permit the inline elements of an HTML page: `'sha256-…'`. */
function hashesOf(element: 'script' | 'style', page: string): string[] {
  const inline = page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
