/** Paging links have the token as `access_token`. Not parsed: its numbers can exceed JavaScript's precision. */
export function withoutToken(text: string, token: string): string {
  return text.replace(/access_token=[^&"'\\\s]*/g, 'access_token=').replaceAll(token, '')
}
