/**
 * A text of the provider without access tokens: its links to further pages carry one as `access_token`. The text is not
 * parsed, because its numbers can be larger than JavaScript's.
 */
export function withoutToken(text: string, token: string): string {
  return text.replace(/access_token=[^&"'\\\s]*/g, 'access_token=').replaceAll(token, '')
}
