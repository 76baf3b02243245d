/** Other origins from which the dashboard may load uploaded files, or to which it may send them. */
export interface ContentSources {
  /** The URL that redirects to the media of messages, with a trailing slash. */
  readonly media: string
  /** The bucket's origin. */
  readonly storage: string
}

/** Returns the `Content-Security-Policy` of the dashboard. It permits its own files and `uploaded`, and no inline code. */
export function contentSecurityPolicy({ media, storage }: ContentSources): string {
  const uploaded = `${media} ${storage}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${uploaded}`,
    `media-src 'self' ${uploaded}`,
    `connect-src 'self' ${storage}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
