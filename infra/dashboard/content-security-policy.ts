/** Where else than from its own origin the dashboard's pages may load what users uploaded, and send it to. */
export interface ContentSources {
  /** Where media of messages are redirected from, a URL with a slash at the end. */
  readonly media: string
  /** The bucket's origin. */
  readonly storage: string
}

/** The `Content-Security-Policy` of the dashboard: its own files, nothing inline, no other site. */
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
