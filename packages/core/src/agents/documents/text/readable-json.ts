const ESCAPE = /\\(?:u([\da-f]{4})|(\/)|[^/])/gi

/**
 * Returns JSON with the characters that its escape sequences stand for. Many programs escape all letters that are not
 * ASCII, and a search would not find them. Quotes, backslashes and control characters stay escaped.
 */
export function readableJson(json: string): string {
  return json.replace(ESCAPE, (written: string, code: string | undefined, slash: string | undefined) => {
    if (slash !== undefined) return slash
    const unit = code === undefined ? 0 : Number.parseInt(code, 16)
    return unit < 0xa0 ? written : String.fromCharCode(unit)
  })
}
