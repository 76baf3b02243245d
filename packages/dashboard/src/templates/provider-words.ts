/** The provider's categories. */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  UTILITY: 'Utility',
  MARKETING: 'Marketing',
  AUTHENTICATION: 'Authentication',
}

const QUALITY_NAMES: Readonly<Record<string, string>> = { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' }

/** Returns the provider's rating of a template in words, or a dash if it has none yet. */
export function qualityText(score: string): string {
  return QUALITY_NAMES[score] ?? '–'
}
