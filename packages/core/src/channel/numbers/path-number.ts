const MAX_LENGTH = 60

/** Returns the digits of a number in a path, which may have a leading plus, spaces and dashes. */
export function digitsOfPath(part: string): string | undefined {
  if (part.length > MAX_LENGTH) return undefined
  const digits = part.replace(/^\s*\+/, '').replace(/[\s-]/g, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
