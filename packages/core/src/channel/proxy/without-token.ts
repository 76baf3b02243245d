/**
 * Returns the provider's text without access tokens: its paging links have one as `access_token`. The text is not
 * parsed, because its numbers can exceed JavaScript's precision.
 */
export function withoutToken(text: string, token: string): string {
  return text.replace(/access_token=[^&"'\\\s]*/g, 'access_token=').replaceAll(token, '')
}
