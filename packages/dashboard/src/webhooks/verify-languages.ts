/** Languages with an example of the verification, and curl, which sends a signed request. */
export const VERIFY_LANGUAGES = ['node', 'python', 'go', 'php', 'ruby', 'curl'] as const
export type VerifyLanguage = (typeof VERIFY_LANGUAGES)[number]
