const LONGEST = 60

/** The digits of a number in a path, with or without a leading plus, spaces and dashes. Undefined for what cannot be a number. */
export function digitsOfPath(part: string): string | undefined {
  if (part.length > LONGEST) return undefined
  const digits = part.replace(/^\s*\+/, '').replace(/[\s-]/g, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
