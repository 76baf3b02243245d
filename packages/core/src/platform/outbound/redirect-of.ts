const REDIRECTS = [301, 302, 303, 307, 308]

/** Returns the redirect target of a response to `url`, or undefined. The guard rejects invalid URLs. */
export function redirectOf(
  status: number,
  { location }: { readonly location?: string | undefined },
  url: string,
): string | undefined {
  return REDIRECTS.includes(status) && location !== undefined ? (URL.parse(location, url)?.href ?? location) : undefined
}
