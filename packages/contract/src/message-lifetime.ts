/** The seconds in which the provider tries to deliver a template's messages, at least and at most, by category. */
export const LIFETIMES = {
  AUTHENTICATION: [30, 900],
  UTILITY: [30, 43_200],
  MARKETING: [43_200, 2_592_000],
} as const satisfies Record<string, readonly [number, number]>

/** Returns why a template of a category cannot have this lifetime, in seconds; undefined if it can, or has none. */
export function lifetimeProblem(
  category: keyof typeof LIFETIMES,
  seconds: number | null | undefined,
): string | undefined {
  if (seconds === null || seconds === undefined) return undefined
  const [least, most] = LIFETIMES[category]
  if (seconds >= least && seconds <= most) return undefined
  return `must be between ${least} and ${most} for a template of the category ${category}`
}
